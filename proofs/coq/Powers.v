(* Powers: u^alpha above order 1, up to N and its tangent there beyond; - u^alpha between 0 and 1; else zero. All are
   sublinear, at every real order, where there is a logarithm with an inverse: by its tangents, that is by the inequality
   of the arithmetic and geometric mean. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Pmlsym Require Import ConvexRows Checker Convex Eventually Functions Entropy.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Powers.
Variables (R : realFieldType) (ln exp : R -> R).
Hypothesis lnM : forall x y, 0 < x -> 0 < y -> ln (x * y) = ln x + ln y.
Hypothesis ln_le : forall x, 0 < x -> ln x <= x - 1.
Hypothesis exp_gt0 : forall y, 0 < exp y.
Hypothesis lnK : forall y, ln (exp y) = y.

Lemma ge_as (x y : R) : 0 <= x -> x = y -> 0 <= y. Proof. by move=> + <-. Qed.

Lemma ln_lt x y : 0 < x -> x < y -> ln x < ln y.
Proof.
move=> x0 xy; have y0 := lt_trans x0 xy; rewrite -subr_gt0 -(ln_div lnM) //.
apply: lt_le_trans (ln_ge lnM ln_le _); last by rewrite divr_gt0.
by rewrite invf_div subr_gt0 ltr_pdivr_mulr // mul1r.
Qed.
Lemma le_of_ln x y : 0 < x -> 0 < y -> ln x <= ln y -> x <= y.
Proof. by move=> x0 y0; case: (leP x y) => // /(ln_lt y0); rewrite ltNge => /negP h /h. Qed.
Lemma expK x : 0 < x -> exp (ln x) = x.
Proof. by move=> x0; apply/eqP; rewrite eq_le; apply/andP; split; apply: le_of_ln; rewrite ?lnK. Qed.
Lemma expD x y : exp (x + y) = exp x * exp y.
Proof. by rewrite -[RHS]expK ?mulr_gt0 // lnM // !lnK. Qed.
Lemma exp_le x y : x <= y -> exp x <= exp y.
Proof. by move=> xy; apply: le_of_ln; rewrite ?lnK. Qed.

Lemma tangent_at x m : 0 < x -> 0 < m -> 0 <= ln m - ln x + (x / m - 1).
Proof.
move=> x0 m0; have h := ln_le (divr_gt0 x0 m0); rewrite (ln_div lnM) // in h.
by rewrite -subr_ge0 in h; rewrite addrC -[ln m - _]opprB.
Qed.

(* u^c v^(1 - c) <= c u + (1 - c) v *)
Lemma means c u v : 0 <= c -> c <= 1 -> 0 < u -> 0 < v -> exp (c * ln u + (1 - c) * ln v) <= c * u + (1 - c) * v.
Proof.
move=> c0 c1 u0 v0; have d0 : 0 <= 1 - c by rewrite subr_ge0.
have m0 : 0 < c * u + (1 - c) * v.
  case: (ltP 0 c) => [cp|cn]; first by rewrite ltr_paddr ?mulr_gt0 // mulr_ge0 // ltW.
  have -> : c = 0 by apply/eqP; rewrite eq_le cn.
  by rewrite mul0r add0r subr0 mul1r.
move e : (c * u + (1 - c) * v) m0 => m m0.
apply: le_of_ln => //; rewrite lnK -subr_ge0.
apply: (ge_as (addr_ge0 (mulr_ge0 c0 (tangent_at u0 m0)) (mulr_ge0 d0 (tangent_at v0 m0)))).
have -> : c * (ln m - ln u + (u / m - 1)) + (1 - c) * (ln m - ln v + (v / m - 1))
  = ln m - (c * ln u + (1 - c) * ln v) + ((c * u + (1 - c) * v) / m - 1) by field; rewrite gt_eqF.
by rewrite e divff ?gt_eqF // subrr addr0.
Qed.

Section Order.
Variable o : R.
Definition power_of (u : R) : R := exp (o * ln u).
Lemma power_gt0 u : 0 < power_of u. Proof. exact: exp_gt0. Qed.
(* o t^(o - 1), and t^o *)
Definition slope_at (t : R) : R := o * exp ((o - 1) * ln t).

(* a^o b^(1 - o), zero where a or b is *)
Definition geometric (a b : R) : R := if (a == 0) || (b == 0) then 0 else exp (o * ln a + (1 - o) * ln b).

Lemma geometric_scale v a b : 0 < v -> 0 <= a -> 0 <= b -> geometric (v * a) (v * b) = v * geometric a b.
Proof.
move=> v0 a0 b0; rewrite /geometric !mulf_eq0 (gt_eqF v0) /=; case: eqP => [_|/eqP an]; first by rewrite mulr0.
case: eqP => [_|/eqP bn] /=; first by rewrite mulr0.
have ap : 0 < a by rewrite lt_neqAle eq_sym an.
have bp : 0 < b by rewrite lt_neqAle eq_sym bn.
rewrite !lnM // -[X in X * exp _](expK v0) -expD; congr exp; ring.
Qed.
Lemma geometric0 b : geometric 0 b = 0. Proof. by rewrite /geometric eqxx. Qed.
Lemma geometric_same a : 0 <= a -> geometric a a = a.
Proof.
move=> a0; rewrite /geometric orbb; case: eqP => [->//|/eqP an].
have ap : 0 < a by rewrite lt_neqAle eq_sym an.
by rewrite -[RHS](expK ap); congr exp; ring.
Qed.
(* where the tangent touches *)
Lemma geometric_at a b : 0 < a -> 0 < b ->
  geometric a b = slope_at (a / b) * a + (1 - o) * power_of (a / b) * b.
Proof.
move=> a0 b0; rewrite /geometric !gt_eqF //= /slope_at /power_of (ln_div lnM) //.
have e1 : exp ((o - 1) * (ln a - ln b)) * a = exp (o * ln a + (1 - o) * ln b).
  by rewrite -[X in _ * X](expK a0) -expD; congr exp; ring.
have e2 : exp (o * (ln a - ln b)) * b = exp (o * ln a + (1 - o) * ln b).
  by rewrite -[X in _ * X](expK b0) -expD; congr exp; ring.
by rewrite -!mulrA e1 e2; ring.
Qed.

(* ---- between 0 and 1 ---- *)
Section Between.
Hypotheses (o0 : 0 < o) (o1 : o < 1).
Lemma geometric_below a b t : 0 <= a -> 0 <= b -> 0 < t ->
  geometric a b <= slope_at t * a + (1 - o) * power_of t * b.
Proof.
move=> a0 b0 t0; have d0 : 0 < 1 - o by rewrite subr_gt0.
have s0 : 0 <= slope_at t by rewrite mulr_ge0 ?ltW.
have p0 : 0 <= (1 - o) * power_of t by rewrite mulr_ge0 ?ltW ?power_gt0.
rewrite /geometric; case: eqP => [->|/eqP an] /=; first by rewrite mulr0 add0r mulr_ge0.
case: eqP => [->|/eqP bn] /=; first by rewrite mulr0 addr0 mulr_ge0.
have ap : 0 < a by rewrite lt_neqAle eq_sym an.
have bp : 0 < b by rewrite lt_neqAle eq_sym bn.
have := @means o (exp ((o - 1) * ln t) * a) (power_of t * b) (ltW o0) (ltW o1) (mulr_gt0 (exp_gt0 _) ap)
  (mulr_gt0 (power_gt0 t) bp).
rewrite !lnM ?power_gt0 // /power_of !lnK.
have -> : o * ((o - 1) * ln t + ln a) + (1 - o) * (o * ln t + ln b) = o * ln a + (1 - o) * ln b by ring.
by rewrite /slope_at !mulrA.
Qed.

Definition between : R -> R -> R := on_quadrant (fun a b => - geometric a b) (Negz 0).
Theorem between_sublinear : sublinear between (Negz 0).
Proof.
split.
- move=> v a b; rewrite le_eqVlt => /orP [/eqP <-|v0]; rewrite /between /on_quadrant.
    by rewrite !mul0r lexx /= geometric0 oppr0.
  rewrite !pmulr_rge0 //; case: ifP => [/andP [a0 b0]|_]; last by rewrite mulrCA.
  by rewrite geometric_scale // mulrN.
- by move=> b; rewrite /between /on_quadrant geometric0 mulr0 oppr0 if_same.
- move=> a; rewrite /between /on_quadrant andbb; case: ifP => // a0.
  by rewrite geometric_same // NegzE mulrNz mulr1z mulN1r.
move=> a b c d a0 b0 c0 d0; rewrite /between /on_quadrant a0 b0 c0 d0 !addr_ge0 //= -opprD ler_opp2.
have [e|ac] : a + c = 0 \/ 0 < a + c by have := addr_ge0 a0 c0; rewrite le_eqVlt => /orP [/eqP <-|]; [left|right].
  have [-> ->] : a = 0 /\ c = 0.
    by move/eqP: e; rewrite paddr_eq0 // => /andP [/eqP -> /eqP ->].
  by rewrite addr0 !geometric0 addr0.
have [e|bd] : b + d = 0 \/ 0 < b + d by have := addr_ge0 b0 d0; rewrite le_eqVlt => /orP [/eqP <-|]; [left|right].
  have [-> ->] : b = 0 /\ d = 0.
    by move/eqP: e; rewrite paddr_eq0 // => /andP [/eqP -> /eqP ->].
  by rewrite addr0 /geometric !eqxx !orbT addr0.
have t0 := divr_gt0 ac bd; rewrite (geometric_at ac bd).
have h := ler_add (geometric_below a0 b0 t0) (geometric_below c0 d0 t0).
apply: le_trans h _; rewrite le_eqVlt; apply/orP; left; apply/eqP; move: (slope_at _) (power_of _) => A B; ring.
Qed.
End Between.

(* ---- above 1 ---- *)
Section Above.
Hypothesis o1 : 1 < o.
Let o0 : 0 < o. Proof. exact: lt_trans ltr01 o1. Qed.
Variable N : R.
Hypothesis N1 : 1 <= N.
Let N0 : 0 < N. Proof. exact: lt_le_trans ltr01 N1. Qed.
Definition capped_power (a b : R) : R :=
  if a <= N * b then geometric a b else slope_at N * a + (1 - o) * power_of N * b.

Lemma slope_ge0 t : 0 <= slope_at t. Proof. by rewrite mulr_ge0 ?ltW. Qed.
Lemma slope_mono t : 0 < t -> t <= N -> slope_at t <= slope_at N.
Proof.
move=> t0 tN; rewrite ler_pmul2l //; apply: exp_le; rewrite ler_wpmul2l ?subr_ge0 ?(ltW o1) //.
exact: (ln_mono lnM ln_le).
Qed.

Lemma geometric_above a b t : 0 < a -> 0 < b -> 0 < t -> slope_at t * a + (1 - o) * power_of t * b <= geometric a b.
Proof.
move=> a0 b0 t0; have i0 : 0 <= o^-1 by rewrite invr_ge0 ltW.
have i1 : o^-1 <= 1 by rewrite invf_le1 // ltW.
have g0 : 0 < geometric a b by rewrite /geometric !gt_eqF //=; exact: exp_gt0.
have := @means o^-1 (geometric a b) (power_of t * b) i0 i1 g0 (mulr_gt0 (power_gt0 t) b0).
rewrite lnM ?power_gt0 // /power_of lnK; have -> : ln (geometric a b) = o * ln a + (1 - o) * ln b.
  by rewrite /geometric !gt_eqF //= lnK.
have on : o != 0 by rewrite gt_eqF.
have -> : o^-1 * (o * ln a + (1 - o) * ln b) + (1 - o^-1) * (o * ln t + ln b) = (o - 1) * ln t + ln a by field.
rewrite expD (expK a0) => h; have := ler_wpmul2l (ltW o0) h; rewrite -subr_ge0 => {}h; rewrite -subr_ge0.
by apply: (ge_as h); rewrite /slope_at; field.
Qed.

Theorem above_sublinear : sublinear (on_quadrant capped_power 1) (Posz 1).
Proof.
apply: (@support_sublinear R R (fun t => 0 < t /\ t <= N) slope_at (fun t => (1 - o) * power_of t)).
- move=> a b t + b0 [t0 tN]; have q0 x : 0 < x -> (1 - o) * power_of x * b <= 0.
    by move=> x0; rewrite -mulrA mulr_le0_ge0 ?subr_le0 ?(ltW o1) // mulr_ge0 // ltW // power_gt0.
  rewrite le_eqVlt => /orP [/eqP <-|a0].
    by rewrite /capped_power mulr_ge0 ?(ltW N0) // geometric0 mulr0 add0r q0.
  rewrite /capped_power; case: (leP a (N * b)) => h.
    apply: geometric_above => //; by move: (lt_le_trans a0 h); rewrite pmulr_rgt0.
  move: b0; rewrite le_eqVlt => /orP [/eqP e|bp].
    by rewrite -e !mulr0 !addr0 ler_wpmul2r ?(ltW a0) // slope_mono.
  have nb : 0 < N * b by rewrite mulr_gt0.
  have := geometric_above nb bp t0; rewrite (geometric_at nb bp) mulfK ?gt_eqF // -subr_ge0 => k.
  have l : 0 <= (slope_at N - slope_at t) * (a - N * b).
    by rewrite mulr_ge0 ?subr_ge0 ?slope_mono // ltW.
  by rewrite -subr_ge0; apply: (ge_as (addr_ge0 k l)); ring.
- move=> a b a0 b0; rewrite /capped_power; case: (leP a (N * b)) => h; last by exists N.
  have bp : 0 < b by move: (lt_le_trans a0 h); rewrite pmulr_rgt0.
  by exists (a / b); [split; [rewrite divr_gt0|rewrite ler_pdivr_mulr]|rewrite geometric_at].
- by move=> b b0; rewrite /capped_power mulr_ge0 ?(ltW N0) // geometric0.
by move=> a a0; rewrite /capped_power ler_pemull // geometric_same // mul1r.
Qed.
End Above.
End Order.

(* ---- a power of any order ---- *)
Definition power (N o : R) : R -> R -> R :=
  if 1 < o then on_quadrant (capped_power o N) 1 else if (0 < o) && (o < 1) then between o else fun _ _ => 0.

Theorem power_sublinear N o : 1 <= N -> sublinear (power N o) (at_one_of 2 o).
Proof.
move=> N1; rewrite /power /at_one_of /=; case: ifP => [o1|_]; first exact: above_sublinear.
case: ifP => [/andP [o0 o1]|_]; first exact: between_sublinear.
by split=> [v a b _|b|a|a b c d _ _ _ _] //; rewrite ?mulr0 ?mul0r ?addr0.
Qed.

Theorem power_stays o : ~~ (1 < o) -> forall N N' a b, power N o a b = power N' o a b.
Proof. by rewrite /power => /negbTE -> N N' a b. Qed.

(* the power of order 2 is the square, and that of order 1/2 the root *)
Theorem power_two N a b : 1 <= N -> power N 2%:R a b = square N a b.
Proof.
move=> N1; have N0 := lt_le_trans ltr01 N1; have two1 : 1 < 2%:R :> R by rewrite ltr1n.
rewrite /power two1 /square /on_quadrant; case: ifP => // /andP [a0 b0]; rewrite /capped_power /capped /geometric.
have minus1 : 1 - 2%:R = - 1 :> R by ring.
have twice x : 0 < x -> exp (2%:R * ln x) = x ^+ 2 by move=> x0; rewrite mulr_natl mulr2n expD expK.
case: ifP => h; last first.
  rewrite /slope_at /power_of minus1 twice // (_ : 2%:R - 1 = 1 :> R); last by ring.
  by rewrite mul1r expK // mulN1r mulNr.
have [bz|bn] := eqVneq b 0; first by rewrite orbT.
have bp : 0 < b by rewrite lt_neqAle eq_sym bn.
rewrite orbF; have [->|an] := eqVneq a 0; first by rewrite expr0n mul0r.
have ap : 0 < a by rewrite lt_neqAle eq_sym an.
by rewrite minus1 mulN1r -(lnV lnM bp) expD twice // expK ?invr_gt0.
Qed.
End Powers.

Theorem power_half (R : rcfType) (ln exp : R -> R) : (forall x y, 0 < x -> 0 < y -> ln (x * y) = ln x + ln y) ->
  (forall x, 0 < x -> ln x <= x - 1) -> (forall y, 0 < exp y) -> (forall y, ln (exp y) = y) ->
  forall N a b, power ln exp N 2%:R^-1 a b = root a b.
Proof.
move=> lnM ln_le e0 lnK N a b; have h0 : 0 < 2%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have h1 : 2%:R^-1 < 1 :> R by rewrite invf_lt1 ?ltr1n ?ltr0n.
rewrite /power ltNge (ltW h1) h0 h1 /= /between /root /on_quadrant; case: ifP => // /andP [a0 b0]; congr (- _).
rewrite /geometric; have [->|an] := eqVneq a 0; first by rewrite mul0r sqrtr0.
have [->|bn] := eqVneq b 0; first by rewrite mulr0 sqrtr0.
have ap : 0 < a by rewrite lt_neqAle eq_sym an.
have bp : 0 < b by rewrite lt_neqAle eq_sym bn.
have sp : 0 < Num.sqrt (a * b) by rewrite sqrtr_gt0 mulr_gt0.
rewrite /= -[RHS](expK lnM ln_le e0 lnK sp); congr exp.
have e : ln a + ln b = ln (Num.sqrt (a * b)) + ln (Num.sqrt (a * b)).
  by rewrite -!lnM // -expr2 sqr_sqrtr // mulr_ge0.
have -> : 1 - 2%:R^-1 = 2%:R^-1 :> R by field.
by rewrite -mulrDr e; field.
Qed.
