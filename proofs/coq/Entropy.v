(* The table of ConvexRows.v holds of the functions that docs/convex_terms.md says: u log u and u^2, cut off at N,
   max(u - 1, 0) and - sqrt u, over every real closed field with a logarithm, which is any map that turns products into
   sums and is at most x - 1 at x. One row, `excess below entropy` (Pinsker), needs that the field is Archimedean. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Pmlsym Require Import Sequent ConvexRows Checker Convex Eventually Functions.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Root.
Variable R : rcfType.
Local Notation sqrt := (@Num.sqrt R).
Definition root : R -> R -> R := on_quadrant (fun a b => - sqrt (a * b)) (Negz 0).

Lemma sqrt_le (x y : R) : 0 <= y -> x ^+ 2 <= y ^+ 2 -> x <= y.
Proof.
move=> y0 h; case: (leP 0 x) => [x0|/ltW x0]; last exact: le_trans y0.
by move: h; rewrite ler_pexpn2r.
Qed.

(* sqrt(a b) + sqrt(c d) <= sqrt((a + c)(b + d)) *)
Lemma cauchy a b c d : 0 <= a -> 0 <= b -> 0 <= c -> 0 <= d ->
  sqrt (a * b) + sqrt (c * d) <= sqrt ((a + c) * (b + d)).
Proof.
move=> a0 b0 c0 d0; apply: sqrt_le; first exact: sqrtr_ge0.
rewrite sqr_sqrtr ?mulr_ge0 ?addr_ge0 // !sqrtrM //.
set s := sqrt a; set t := sqrt b; set u := sqrt c; set v := sqrt d.
rewrite -(sqr_sqrtr a0) -(sqr_sqrtr b0) -(sqr_sqrtr c0) -(sqr_sqrtr d0) -/s -/t -/u -/v -subr_ge0.
have -> : (s ^+ 2 + u ^+ 2) * (t ^+ 2 + v ^+ 2) - (s * t + u * v) ^+ 2 = (s * v - u * t) ^+ 2 by ring.
exact: sqr_ge0.
Qed.

Theorem root_sublinear : sublinear root (Negz 0).
Proof.
split.
- move=> v a b; rewrite le_eqVlt => /orP [/eqP <-|v0]; rewrite /root /on_quadrant.
    by rewrite !mul0r lexx /= sqrtr0 oppr0.
  rewrite !pmulr_rge0 //; case: ifP => [_|_]; last by rewrite mulrCA.
  by rewrite mulrACA sqrtrM ?mulr_ge0 ?ltW // -expr2 sqrtr_sqr ger0_norm ?mulrN // ltW.
- by move=> b; rewrite /root /on_quadrant mul0r sqrtr0 mulr0 oppr0 if_same.
- move=> a; rewrite /root /on_quadrant andbb; case: ifP => // a0.
  by rewrite -expr2 sqrtr_sqr ger0_norm // NegzE mulrNz mulr1z mulN1r.
move=> a b c d a0 b0 c0 d0; rewrite /root /on_quadrant a0 b0 c0 d0 !addr_ge0 //= -opprD ler_opp2.
exact: cauchy.
Qed.

Variables a b : R.
Hypotheses (a0 : 0 <= a) (b0 : 0 <= b).
Lemma rootE : root a b = - (sqrt a * sqrt b).
Proof. by rewrite /root /on_quadrant a0 b0 /= sqrtrM. Qed.
Lemma distanceE : 2%:R * excess a b - a + b = `|a - b|.
Proof.
case: (leP a b) => [ab|/ltW ba].
  by rewrite excess_none // ler0_norm ?subr_le0 // opprB mulr0 add0r addrC.
have -> : excess a b = a - b.
  by apply/eqP; rewrite -subr_eq0 -(excess_all a0 b0 ba); apply/eqP; ring.
by rewrite ger0_norm ?subr_ge0 //; ring.
Qed.
Lemma distance_sqrt : `|a - b| = `|sqrt a - sqrt b| * (sqrt a + sqrt b).
Proof.
have p : 0 <= sqrt a + sqrt b by rewrite addr_ge0 ?sqrtr_ge0.
by rewrite -[X in _ = _ * X](ger0_norm p) -normrM -subr_sqr !sqr_sqrtr.
Qed.
End Root.

Section Logarithm.
Variables (R : realFieldType) (ln : R -> R).
Hypothesis lnM : forall x y, 0 < x -> 0 < y -> ln (x * y) = ln x + ln y.
Hypothesis ln_le : forall x, 0 < x -> ln x <= x - 1.

Lemma ln1 : ln 1 = 0.
Proof. by apply: (@addrI _ (ln 1)); rewrite addr0 -lnM ?ltr01 // mulr1. Qed.
Lemma lnV x : 0 < x -> ln x^-1 = - ln x.
Proof. by move=> x0; apply/eqP; rewrite -addr_eq0 -lnM ?invr_gt0 // mulVf ?ln1 // gt_eqF. Qed.
Lemma ln_div x y : 0 < x -> 0 < y -> ln (x / y) = ln x - ln y.
Proof. by move=> x0 y0; rewrite lnM ?invr_gt0 // lnV. Qed.
Lemma ln_ge x : 0 < x -> 1 - x^-1 <= ln x.
Proof. by move=> x0; rewrite -ler_opp2 opprB -lnV //; apply: ln_le; rewrite invr_gt0. Qed.
Lemma ln_mono x y : 0 < x -> x <= y -> ln x <= ln y.
Proof.
move=> x0 xy; have y0 := lt_le_trans x0 xy; rewrite -subr_ge0 -ln_div //.
apply: le_trans (ln_ge _); last by rewrite divr_gt0.
by rewrite invf_div subr_ge0 ler_pdivr_mulr // mul1r.
Qed.

Variable N : R.
Hypothesis N1 : 1 <= N.
Let Np : 0 < N. Proof. exact: lt_le_trans ltr01 N1. Qed.
Definition cut (a b : R) : R :=
  if a <= N * b then (if a == 0 then 0 else a * ln (a / b)) else a * (1 + ln N) - N * b.
Definition entropy : R -> R -> R := on_quadrant cut 0.

Lemma cut0 b : 0 <= b -> cut 0 b = 0.
Proof. by move=> b0; rewrite /cut mulr_ge0 ?(ltW Np) // eqxx. Qed.

(* where the tangent touches: at a / b, or at N beyond; there u^2, cut off, has its tangent too *)
Inductive touching (a b t : R) : Prop :=
| Inside of a = t * b & 0 < b & cut a b = a * ln t & capped N a b = t * a
| Beyond of t = N & N * b < a & cut a b = a * (1 + ln N) - N * b & capped N a b = 2%:R * N * a - N ^+ 2 * b.

Lemma touches a b : 0 < a -> 0 <= b -> exists2 t, 0 < t /\ t <= N & touching a b t.
Proof.
move=> a0 b0; case: (leP a (N * b)) => h.
  have bp : 0 < b by move: (lt_le_trans a0 h); rewrite pmulr_rgt0.
  exists (a / b); first by split; rewrite ?divr_gt0 // ler_pdivr_mulr.
  apply: Inside => //; first by rewrite divfK // gt_eqF.
    by rewrite /cut h (gt_eqF a0).
  by rewrite /capped h (gt_eqF bp) expr2 mulrAC.
exists N; first by split.
by apply: Beyond => //; rewrite ?/cut ?/capped leNgt h.
Qed.

Lemma cut_at a b t : touching a b t -> cut a b = a * (1 + ln t) - t * b.
Proof. by case=> [-> _ -> _|-> _ -> _] //; ring. Qed.

Lemma cut_bound a b t : 0 <= a -> 0 <= b -> 0 < t /\ t <= N -> (1 + ln t) * a + - t * b <= cut a b.
Proof.
move=> + b0 [t0 tN]; rewrite le_eqVlt => /orP [/eqP <-|a0].
  by rewrite cut0 // mulr0 add0r mulNr oppr_le0 mulr_ge0 // ltW.
have [u [u0 uN] tu] := touches a0 b0.
case: tu => [e bp -> _|e lt -> _].
  have := ln_le (divr_gt0 t0 u0); rewrite ln_div // => h.
  have := ler_wpmul2l (ltW a0) h; rewrite -subr_ge0 => {}h; rewrite -subr_ge0; move: h.
  suff -> : a * (t / u - 1) - a * (ln t - ln u) = a * ln u - ((1 + ln t) * a + - t * b) by [].
  by rewrite e; field; rewrite gt_eqF.
have h := ln_le (divr_gt0 t0 Np); rewrite ln_div // in h.
have p : 0 <= (N - t) * (a / N - b).
  by rewrite mulr_ge0 ?subr_ge0 // ler_pdivl_mulr // mulrC ltW.
have q := ler_wpmul2l (ltW a0) h; rewrite -subr_ge0 in q; rewrite -subr_ge0.
have -> : a * (1 + ln N) - N * b - ((1 + ln t) * a + - t * b)
  = (a * (t / N - 1) - a * (ln t - ln N)) + (N - t) * (a / N - b) by field; rewrite gt_eqF.
exact: addr_ge0.
Qed.

Theorem entropy_sublinear : sublinear entropy 0.
Proof.
apply: (@support_sublinear R R (fun t => 0 < t /\ t <= N) (fun t => 1 + ln t) (fun t => - t)).
- exact: cut_bound.
- move=> a b a0 b0; have [t tN tu] := touches a0 b0; exists t => //.
  by rewrite (cut_at tu) mulrC mulNr.
- exact: cut0.
move=> a a0; rewrite /cut ler_pemull //; case: eqP => [->|/eqP an]; first by rewrite mulr0.
by rewrite divff // ln1 mulr0 mul0r.
Qed.

Lemma entropyE a b : 0 <= a -> 0 <= b -> entropy a b = cut a b.
Proof. by move=> a0 b0; rewrite /entropy /on_quadrant a0 b0. Qed.

Lemma entropy_le a b : 0 < a -> 0 < b -> entropy a b <= a * ln (a / b).
Proof.
move=> a0 b0; rewrite entropyE ?(ltW a0) ?(ltW b0) //.
have [t [t0 tN] [e _ -> _|_ lt -> _]] := touches a0 (ltW b0).
  by rewrite e mulfK // gt_eqF.
have h := ln_le (divr_gt0 (mulr_gt0 Np b0) a0).
have := ler_wpmul2l (ltW a0) h; rewrite -subr_ge0 => {}h; rewrite -subr_ge0; move: h.
suff -> : a * (N * b / a - 1) - a * ln (N * b / a) = a * ln (a / b) - (a * (1 + ln N) - N * b) by [].
have nz : a != 0 by rewrite gt_eqF.
by rewrite !ln_div ?mulr_gt0 // lnM //; field.
Qed.

(* log c = - F(1, c) once N is at least 1 / c *)
Lemma log_entropy c : 0 < c -> c^-1 <= N -> - entropy 1 c = ln c.
Proof.
move=> c0 cN; rewrite entropyE ?ler01 ?(ltW c0) // /cut.
have -> : 1 <= N * c by rewrite -ler_pdivr_mulr // mul1r.
by rewrite oner_eq0 !mul1r lnV // opprK.
Qed.
Lemma entropy_one a : 0 <= a -> a <= N -> entropy a 1 = a * ln a.
Proof.
move=> a0 aN; rewrite entropyE ?ler01 // /cut mulr1 aN divr1; case: eqP => [->|//].
by rewrite mul0r.
Qed.
End Logarithm.

(* ---- Pinsker: log u >= (u - 1)(5 u + 1) / (2 u (u + 2)), by taking square roots again and again ---- *)
Section Pinsker.
Variables (R : rcfType) (ln : R -> R).
Hypothesis lnM : forall x y, 0 < x -> 0 < y -> ln (x * y) = ln x + ln y.
Hypothesis ln_le : forall x, 0 < x -> ln x <= x - 1.
Hypothesis archimedean : forall x : R, exists k : nat, x <= k%:R.
Definition below_log (u : R) : R := (u - 1) * (5%:R * u + 1) / (2%:R * u * (u + 2%:R)).
Definition room (u : R) : R := (u - 1) ^+ 2 / u.

Lemma below_log_square v : 0 < v -> below_log (v ^+ 2) <= 2%:R * below_log v.
Proof.
move=> v0; have p2 : 0 < v + 2%:R by rewrite addr_gt0.
have p3 : 0 < v ^+ 2 + 2%:R by rewrite addr_gt0 // exprn_gt0.
rewrite -subr_ge0.
have -> : 2%:R * below_log v - below_log (v ^+ 2)
  = (v - 1) ^+ 4 * (5%:R * v + 2%:R) / (2%:R * v ^+ 2 * (v ^+ 2 + 2%:R) * (v + 2%:R)).
  by rewrite /below_log; field; rewrite !gt_eqF.
apply: divr_ge0; last by rewrite !mulr_ge0 // ltW // exprn_gt0.
by rewrite mulr_ge0 ?exprn_even_ge0 // addr_ge0 // mulr_ge0 // ltW.
Qed.

Lemma room_square v : 0 < v -> 4%:R * room v <= room (v ^+ 2).
Proof.
move=> v0; rewrite -subr_ge0.
have -> : room (v ^+ 2) - 4%:R * room v = room v ^+ 2 by rewrite /room; field; rewrite gt_eqF.
exact: sqr_ge0.
Qed.

Lemma below_log_room k : forall u, 0 < u -> below_log u - ln u <= room u / 2%:R ^+ k.
Proof.
elim: k => [|k ih] u u0.
  rewrite expr0 divr1; apply: (@le_trans _ _ (below_log u - (1 - u^-1))).
    by rewrite ler_add2l ler_opp2; apply: ln_ge.
  have p : 0 < u + 2%:R by rewrite addr_gt0.
  rewrite -subr_ge0.
  have -> : room u - (below_log u - (1 - u^-1)) = (u - 1) ^+ 2 * (2%:R * u + 1) / (2%:R * u * (u + 2%:R)).
    by rewrite /room /below_log; field; rewrite !gt_eqF.
  apply: divr_ge0; last by rewrite !mulr_ge0 // ltW.
  by rewrite mulr_ge0 ?sqr_ge0 // addr_ge0 // mulr_ge0 // ltW.
set v := Num.sqrt u; have v0 : 0 < v by rewrite sqrtr_gt0.
have e : u = v ^+ 2 by rewrite sqr_sqrtr // ltW.
have p : 0 < 2%:R ^+ k :> R by rewrite exprn_gt0 ?ltr0n.
have h := ih v v0; have b := below_log_square v0; have q := room_square v0.
have ev : ln (v ^+ 2) = ln v + ln v by rewrite expr2 lnM.
rewrite e ev [2%:R ^+ k.+1]exprS.
apply: (@le_trans _ _ (2%:R * (below_log v - ln v))).
  have -> : 2%:R * (below_log v - ln v) = 2%:R * below_log v - (ln v + ln v) by ring.
  by rewrite ler_add2r.
apply: (@le_trans _ _ (2%:R * (room v / 2%:R ^+ k))); first by rewrite ler_pmul2l ?ltr0n.
rewrite ler_pdivl_mulr ?mulr_gt0 ?ltr0n //; apply: le_trans q; rewrite le_eqVlt; apply/orP; left; apply/eqP.
by field; rewrite gt_eqF.
Qed.

Theorem log_above u : 0 < u -> below_log u <= ln u.
Proof.
move=> u0; rewrite -subr_le0 leNgt; apply/negP => d0; set d := below_log u - ln u in d0.
have [k hk] := archimedean (room u / d).
have p : 0 < 2%:R ^+ k :> R by rewrite exprn_gt0 ?ltr0n.
have : room u / d < 2%:R ^+ k by apply: le_lt_trans hk _; rewrite -natrX ltr_nat ltn_expl.
rewrite ltr_pdivr_mulr // mulrC -ltr_pdivr_mulr // ltNge.
by rewrite below_log_room.
Qed.
End Pinsker.

(* ---- the table ---- *)
Section Table.
Variables (R : rcfType) (ln : R -> R).
Hypothesis lnM : forall x y, 0 < x -> 0 < y -> ln (x * y) = ln x + ln y.
Hypothesis ln_le : forall x, 0 < x -> ln x <= x - 1.
Hypothesis archimedean : forall x : R, exists k : nat, x <= k%:R.
(* powers (Powers.v) are any functions that are sublinear, of which those of order 2 and 1/2 are what they are; the rows
   here are about no other orders *)
Variable powers : R -> R -> R -> R -> R.
Hypothesis powers_sublinear : forall N o, 1 <= N -> sublinear (powers N o) (at_one_of 2 o).
Hypothesis powers_stay : forall o, ~~ (1 < o) -> forall N N' a b, powers N o a b = powers N' o a b.
Hypothesis squareP : forall N a b, 1 <= N -> powers N 2%:R a b = square N a b.
Hypothesis rootP : forall N a b, powers N 2%:R^-1 a b = root a b.

Definition at_N (N : R) (f : nat) (o : R) : R -> R -> R :=
  match f with 0 => entropy ln N | 1 => @excess R | _ => powers N o end.

Definition row_holds (w : row) : Prop :=
  forall xs, size xs = arity w -> eventually (fun N => row_at (at_N N) w xs).

Lemma posz k : (Posz k)%:~R = k%:R :> R. Proof. by []. Qed.
Lemma negz : (Negz 0)%:~R = - 1 :> R. Proof. by []. Qed.
Lemma ge_as (x y : R) : 0 <= x -> x = y -> 0 <= y. Proof. by move=> + <-. Qed.

Lemma two (w : row) : arity w = 2%N -> (forall a b, 0 <= a -> 0 <= b -> eventually (fun N =>
  row_at (at_N N) w [:: a; b])) -> row_holds w.
Proof.
move=> ar h [|a [|b [|? ?]]]; rewrite ar // => _; case: (leP 0 a) => a0; last first.
  by exists 0 => N _ [] /=; rewrite leNgt a0.
case: (leP 0 b) => b0; last by exists 0 => N _ [] _ [] /=; rewrite leNgt b0.
exact: h.
Qed.
Lemma three (w : row) : arity w = 3%N -> (forall a b c, 0 <= a -> 0 <= b -> eventually (fun N =>
  row_at (at_N N) w [:: a; b; c])) -> row_holds w.
Proof.
move=> ar h [|a [|b [|c [|? ?]]]]; rewrite ar // => _; case: (leP 0 a) => a0; last first.
  by exists 0 => N _ [] /=; rewrite leNgt a0.
case: (leP 0 b) => b0; last by exists 0 => N _ [] _ [] /=; rewrite leNgt b0.
exact: h.
Qed.
Lemma four (w : row) : arity w = 4%N -> (forall a b c d, 0 <= a -> 0 <= b -> eventually (fun N =>
  row_at (at_N N) w [:: a; b; c; d])) -> row_holds w.
Proof.
move=> ar h [|a [|b [|c [|d [|? ?]]]]]; rewrite ar // => _; case: (leP 0 a) => a0; last first.
  by exists 0 => N _ [] /=; rewrite leNgt a0.
case: (leP 0 b) => b0; last by exists 0 => N _ [] _ [] /=; rewrite leNgt b0.
exact: h.
Qed.

Theorem row_square_reference : row_holds ConvexRows.square_reference.
Proof.
apply: three => // a b c a0 b0; exists 1 => N N1 [_ [_ [/= + _]]]; rewrite ?posz ?negz => ca.
have ac : a <= c by rewrite -subr_ge0; apply: (ge_as ca); ring.
rewrite (squareP _ _ N1); by apply: (ge_as (square_reference N a0 b0 ac)); rewrite /=; ring.
Qed.
Theorem row_square_tangent : row_holds ConvexRows.square_tangent.
Proof.
apply: three => // a b c a0 b0; exists (Num.max 1 c) => N; rewrite le_maxl => /andP [N1 cN] _ /=.
by rewrite ?posz ?negz (squareP _ _ N1); apply: (ge_as (square_tangent N1 a0 b0 cN)); ring.
Qed.
Theorem row_square_times : row_holds ConvexRows.square_times.
Proof.
apply: two => // a b a0 b0; exists 1 => N N1 _ /=.
by rewrite ?posz ?negz (squareP _ _ N1); apply: (ge_as (square_times N a0 b0)); ring.
Qed.
Theorem row_square_below_excess : row_holds ConvexRows.square_below_excess.
Proof.
apply: three => // a b c a0 b0; exists (Num.max 1 c) => N; rewrite le_maxl => /andP [N1 cN] [_ [_ [/= + _]]].
rewrite ?posz ?negz mulN1r (squareP _ _ N1) => cb; apply: (ge_as (square_below_excess a0 b0 cN cb)); ring.
Qed.
Theorem row_excess_tangent : row_holds ConvexRows.excess_tangent.
Proof.
apply: three => // a b c a0 b0; exists 1 => N N1 [_ [_ [/= c0 [+ _]]]]; rewrite ?posz ?negz mulN1r subr_ge0 => c1.
apply: (ge_as (excess_tangent a0 b0 c0 c1)); ring.
Qed.
Theorem row_excess_above : row_holds ConvexRows.excess_above.
Proof.
by apply: two => // a b a0 b0; exists 1 => N N1 _ /=; rewrite ?negz; apply: (ge_as (excess_above a0 b0)); ring.
Qed.
Theorem row_excess_none : row_holds ConvexRows.excess_none.
Proof.
apply: two => // a b a0 b0; exists 1 => N N1 [_ [_ [/= + _]]]; rewrite ?negz mulN1r subr_ge0 => ab.
exact: excess_none.
Qed.
Theorem row_excess_all : row_holds ConvexRows.excess_all.
Proof.
apply: two => // a b a0 b0; exists 1 => N N1 [_ [_ [/= + _]]]; rewrite ?negz ?mulN1r subr_ge0 => ba.
exact: excess_all.
Qed.
Theorem row_excess_below_square : row_holds ConvexRows.excess_below_square.
Proof.
apply: three => // a b c a0 b0; exists (1 + `|c|) => N cN _ /=; rewrite ?posz ?negz.
have N1 : 1 <= N by apply: le_trans cN; rewrite ler_addl normr_ge0.
rewrite (squareP _ _ N1); apply: (ge_as (excess_below_square N1 a0 b0 cN)); ring.
Qed.

(* those about the root: with s, t the roots of a and b they are squares *)
Theorem row_excess_below_root : row_holds ConvexRows.excess_below_root.
Proof.
apply: three => // a b c a0 b0; exists 0 => N _ _ /=; rewrite ?posz ?negz ?mulN1r.
rewrite (distanceE a0 b0) (distance_sqrt a0 b0) rootP (rootE a0 b0).
have ea := sqr_sqrtr a0; have eb := sqr_sqrtr b0; set s := Num.sqrt a in ea *; set t := Num.sqrt b in eb *.
apply: (ge_as (sqr_ge0 (`|s - t| - c * (s + t)))).
have e : `|s - t| ^+ 2 = (s - t) ^+ 2 by rewrite real_normK ?num_real.
transitivity (`|s - t| ^+ 2 - 2%:R * c * `|s - t| * (s + t) + c ^+ 2 * (s + t) ^+ 2); first by ring.
by rewrite e -ea -eb; ring.
Qed.
Theorem row_root_tangent : row_holds ConvexRows.root_tangent.
Proof.
apply: four => // a b c d a0 b0; exists 0 => N _ _ /=; rewrite ?posz rootP (rootE a0 b0).
have ea := sqr_sqrtr a0; have eb := sqr_sqrtr b0; set s := Num.sqrt a in ea *; set t := Num.sqrt b in eb *.
by apply: (ge_as (sqr_ge0 (d * s - c * t))); rewrite -ea -eb; ring.
Qed.
Theorem row_root_above : row_holds ConvexRows.root_above.
Proof.
apply: two => // a b a0 b0; exists 0 => N _ _ /=; rewrite ?negz mulN1r rootP (rootE a0 b0) opprK.
by rewrite mulr_ge0 ?sqrtr_ge0.
Qed.
Theorem row_root_square : row_holds ConvexRows.root_square.
Proof.
apply: two => // a b a0 b0; exists 0 => N _ _ /=; rewrite ?negz mulN1r rootP (rootE a0 b0) mulrNN mulrACA.
by rewrite -!expr2 !sqr_sqrtr // subrr.
Qed.
Theorem row_root_above_least : row_holds ConvexRows.root_above_least.
Proof.
apply: two => // a b a0 b0; exists 0 => N _ [_ [_ [/= + _]]]; rewrite ?negz ?mulN1r subr_ge0 => ab.
rewrite rootP (rootE a0 b0) opprK subr_ge0 -{1}(sqr_sqrtr a0) expr2; apply: ler_wpmul2l; first exact: sqrtr_ge0.
exact: ler_wsqrtr.
Qed.
Theorem row_root_below_excess : row_holds ConvexRows.root_below_excess.
Proof.
apply: two => // a b a0 b0; exists 0 => N _ _ /=; rewrite ?posz ?negz ?mulN1r.
rewrite (distanceE a0 b0) (distance_sqrt a0 b0) rootP (rootE a0 b0).
have ea := sqr_sqrtr a0; have eb := sqr_sqrtr b0; set s := Num.sqrt a in ea *; set t := Num.sqrt b in eb *.
have s0 : 0 <= s := sqrtr_ge0 a; have t0 : 0 <= t := sqrtr_ge0 b.
have e : `|s - t| ^+ 2 = (s - t) ^+ 2 by rewrite real_normK ?num_real.
have h : 0 <= `|s - t| * (s + t - `|s - t|).
  rewrite mulr_ge0 ?normr_ge0 // subr_ge0; apply: le_trans (ler_norm_sub _ _) _.
  by rewrite !ger0_norm.
by apply: (ge_as h); rewrite mulrBr -expr2 e -ea -eb; ring.
Qed.

(* those about the entropy: at the tangent that touches, and log x <= x - 1 *)
Lemma twice : 1 <= 2%:R * ln 2%:R.
Proof.
have h : 0 <= ln 2%:R - (1 - 2%:R^-1).
  by rewrite subr_ge0; apply: ln_ge; rewrite ?ltr0n.
have h2 : 0 <= 2%:R * (ln 2%:R - (1 - 2%:R^-1)) by rewrite mulr_ge0 ?ler0n.
by rewrite -subr_ge0; apply: (ge_as h2); field.
Qed.
Lemma ln_power k : ln (2%:R ^+ k) = k%:R * ln 2%:R.
Proof.
elim: k => [|k ih]; first by rewrite expr0 (ln1 lnM) mul0r.
by rewrite exprS lnM ?exprn_gt0 ?ltr0n // ih -addn1 natrD; ring.
Qed.

Theorem row_entropy_tangent : row_holds ConvexRows.entropy_tangent.
Proof.
apply: four => // a b c d a0 b0; exists (Num.max (Num.max 1 c^-1) (Num.max d^-1 (c / d))) => N.
rewrite !le_maxl => /andP [/andP [N1 cN] /andP [dN tN]] [_ [_ [/= c0 [d0 _]]]]; rewrite ?posz ?negz ?mulN1r.
rewrite !(log_entropy lnM) // (entropyE ln N a0 b0).
have := cut_bound lnM ln_le N1 a0 b0 (conj (divr_gt0 c0 d0) tN); rewrite (ln_div lnM) // -subr_ge0 => h.
by apply: (ge_as (mulr_ge0 (ltW d0) h)); field; rewrite gt_eqF.
Qed.

Theorem row_entropy_below_square : row_holds ConvexRows.entropy_below_square.
Proof.
apply: three => // a b c a0 b0; exists (Num.max 1 (Num.max c^-1 c)) => N.
rewrite !le_maxl => /andP [N1 /andP [iN cN]] [_ [_ [/= c0 _]]]; rewrite ?posz ?negz ?mulN1r.
rewrite (log_entropy lnM) // (entropyE ln N a0 b0) (squareP _ _ N1) (squareE N a0 b0).
move: a0; rewrite le_eqVlt => /orP [/eqP <-|ap].
  have N0 : 0 <= N by exact: le_trans ler01 N1.
  rewrite (cut0 ln N1) // /capped mulr_ge0 //; case: eqP => _; rewrite ?expr0n ?mul0r !mulr0 ?mul0r ?subr0 ?addr0 ?lexx //.
have [t [t0 tN] tu] := touches ln N1 ap b0.
have h := ln_le (divr_gt0 t0 c0); rewrite (ln_div lnM) // in h.
have q := ler_wpmul2l (ltW (mulr_gt0 c0 ap)) h; rewrite -subr_ge0 in q.
case: tu => [e bp -> ->|e lt -> ->].
  apply: (ge_as q); have ez : t * a = a * t by rewrite mulrC.
  by rewrite ez; field; rewrite gt_eqF.
rewrite {}e in q; have p : 0 <= (N - c) * (a - N * b) by rewrite mulr_ge0 // subr_ge0 // ltW.
by apply: (ge_as (addr_ge0 q p)); field; rewrite gt_eqF.
Qed.

Theorem row_entropy_of_number : row_holds ConvexRows.entropy_of_number.
Proof.
apply: two => // a b a0 b0; exists (Num.max 1 (Num.max a^-1 a)) => N.
rewrite !le_maxl => /andP [N1 /andP [iN aN]] _ /=; rewrite ?posz (entropy_one ln a0 aN).
move: a0; rewrite le_eqVlt => /orP [/eqP <-|ap]; first by rewrite !mul0r addr0.
have -> : entropy ln N 1 a = - ln a by rewrite -(log_entropy lnM ap iN) opprK.
by rewrite mulrN subrr.
Qed.

Theorem row_entropy_reference : row_holds ConvexRows.entropy_reference.
Proof.
apply: three => // a b c a0 b0; exists 1 => N N1 [_ [_ [/= + _]]]; rewrite ?negz ?mulN1r subr_ge0 => ac.
move: a0; rewrite le_eqVlt => /orP [/eqP az|ap].
  by rewrite -az mul0r oppr0 sub0r (entropyE ln N (lexx 0) b0) (cut0 ln N1) // mulr0 oppr0.
move: b0; rewrite le_eqVlt => /orP [/eqP <-|bp].
  have c0 : 0 <= c by apply: le_trans ac; apply: ltW.
  by rewrite (entropyE ln N (lexx 0) c0) (cut0 ln N1) // mulr0 oppr0 mul0r subr0.
have cp := lt_le_trans ap ac.
have h1 := ler_wpmul2l (ltW bp) (entropy_le lnM ln_le N1 ap bp).
have h2 := ler_wpmul2l (ltW ap) (entropy_le lnM ln_le N1 bp cp).
have h3 := ler_wpmul2l (ltW (mulr_gt0 ap bp)) (ln_mono lnM ln_le ap ac).
rewrite (ln_div lnM) // -subr_ge0 in h1; rewrite (ln_div lnM) // -subr_ge0 in h2; rewrite -subr_ge0 in h3.
by apply: (ge_as (addr_ge0 (addr_ge0 h1 h2) h3)); ring.
Qed.

Theorem row_log_of_product : row_holds ConvexRows.log_of_product.
Proof.
apply: two => // a b _ _; exists (Num.max (a * b)^-1 (Num.max a^-1 b^-1)) => N.
rewrite !le_maxl => /and3P [pN aN bN] [_ [_ [/= ap [bp _]]]]; rewrite ?posz ?negz ?mulN1r.
by rewrite !(log_entropy lnM) ?mulr_gt0 // lnM //; ring.
Qed.

(* u log u >= 2 u - 2 sqrt u, where log u = 2 log sqrt u; beyond N its slope is larger from N = 4 on *)
Lemma log_sqrt u : 0 < u -> 0 <= u * ln u - 2%:R * u + 2%:R * Num.sqrt u.
Proof.
move=> u0; set v := Num.sqrt u; have v0 : 0 < v by rewrite sqrtr_gt0.
have e : u = v * v by rewrite -expr2 sqr_sqrtr // ltW.
have := ln_ge lnM ln_le v0; rewrite -subr_ge0 => h.
apply: (ge_as (mulr_ge0 (mulr_ge0 (ler0n R 2) (ltW u0)) h)).
by rewrite [in ln u]e lnM // e; field; rewrite gt_eqF.
Qed.

Theorem row_entropy_above_root : row_holds ConvexRows.entropy_above_root.
Proof.
apply: two => // a b a0 b0; exists 4%:R => N N4 _ /=; rewrite ?posz ?negz ?mulN1r.
have N1 : 1 <= N by apply: le_trans N4; rewrite ler1n.
have N0 : 0 < N by exact: lt_le_trans ltr01 N1.
rewrite (entropyE ln N a0 b0) rootP (rootE a0 b0).
have eb : Num.sqrt b * Num.sqrt b = b by rewrite -expr2 sqr_sqrtr.
move: a0; rewrite le_eqVlt => /orP [/eqP <-|ap].
  by rewrite (cut0 ln N1) // sqrtr0 mul0r oppr0 !mulr0 !subr0.
have [t [t0 tN] [e bp -> _|et lt -> _]] := touches ln N1 ap b0.
  have h := log_sqrt t0; apply: (ge_as (mulr_ge0 b0 h)).
  have -> : Num.sqrt a * Num.sqrt b = Num.sqrt t * b by rewrite e sqrtrM ?(ltW t0) // -mulrA eb.
  by rewrite e; ring.
have h := mulr_ge0 b0 (log_sqrt N0).
have l : 1 <= ln N.
  apply: le_trans twice _; rewrite -(ln_power 2); apply: (ln_mono lnM ln_le); first by rewrite exprn_gt0 ?ltr0n.
  by rewrite -natrX.
have q : 0 <= (a - N * b) * (ln N - 1) by rewrite mulr_ge0 // subr_ge0 // ltW.
have r : 0 <= 2%:R * Num.sqrt b * (Num.sqrt a - Num.sqrt N * Num.sqrt b).
  rewrite !mulr_ge0 ?ler0n ?sqrtr_ge0 // subr_ge0 -sqrtrM ?(ltW N0) //.
  by apply: ler_wsqrtr; apply: ltW.
apply: (ge_as (addr_ge0 (addr_ge0 h q) r)).
transitivity (a * (1 + ln N) - N * b - 2%:R * a + 2%:R * Num.sqrt a * Num.sqrt b
  + 2%:R * Num.sqrt N * (b - Num.sqrt b * Num.sqrt b)); first by ring.
by rewrite eb subrr mulr0 addr0; ring.
Qed.

(* Pinsker: where the tangent touches, by log_above; beyond N from N = 8 on *)
Lemma pinsker_at t c : 0 < t ->
  0 <= 3%:R * (t * ln t - t + 1) + 2%:R * c ^+ 2 * (t + 2%:R) - 6%:R * c * `|t - 1|.
Proof.
move=> t0; set z := `|t - 1|; have p : 0 < t + 2%:R by rewrite addr_gt0 ?ltr0n.
have h := log_above lnM ln_le archimedean t0; rewrite -subr_ge0 in h.
have q := mulr_ge0 (mulr_ge0 (ler0n R 3) (ltW t0)) h.
have s : 0 <= (3%:R * z - 2%:R * c * (t + 2%:R)) ^+ 2 / (2%:R * (t + 2%:R)).
  by rewrite divr_ge0 ?sqr_ge0 // mulr_ge0 ?ler0n // ltW.
apply: (ge_as (addr_ge0 q s)).
have e : z ^+ 2 = (t - 1) ^+ 2 by rewrite real_normK ?num_real.
transitivity (3%:R * (t * ln t - t + 1) + 2%:R * c ^+ 2 * (t + 2%:R) - 6%:R * c * z
  + 9%:R / (2%:R * (t + 2%:R)) * (z ^+ 2 - (t - 1) ^+ 2)); first by rewrite /below_log; field; rewrite !gt_eqF.
by rewrite e subrr mulr0 addr0.
Qed.

Theorem row_excess_below_entropy : row_holds ConvexRows.excess_below_entropy.
Proof.
apply: three => // a b c a0 b0; exists 8%:R => N N8 _ /=; rewrite ?posz ?negz ?mulN1r.
have N1 : 1 <= N by apply: le_trans N8; rewrite ler1n.
have N0 : 0 < N by exact: lt_le_trans ltr01 N1.
rewrite (entropyE ln N a0 b0) (distanceE a0 b0).
move: a0; rewrite le_eqVlt => /orP [/eqP <-|ap].
  have -> : `|0 - b| = b by rewrite sub0r normrN ger0_norm.
  rewrite (cut0 ln N1) //.
  have h : 0 <= b * ((2%:R * c - 3%:R / 2%:R) ^+ 2 + 3%:R / 4%:R).
    by rewrite mulr_ge0 // addr_ge0 ?sqr_ge0 // divr_ge0 ?ler0n.
  by apply: (ge_as h); field.
have [t [t0 tN] [e bp -> _|et lt -> _]] := touches ln N1 ap b0.
  have [z ez pz] : exists2 z, `|a - b| = b * z &
      0 <= 3%:R * (t * ln t - t + 1) + 2%:R * c ^+ 2 * (t + 2%:R) - 6%:R * c * z.
    exists `|t - 1|; last exact: pinsker_at.
    by rewrite e -[X in _ = X * _](ger0_norm b0) -normrM; congr `|_|; ring.
  by apply: (ge_as (mulr_ge0 b0 pz)); rewrite ez e; ring.
have h := mulr_ge0 b0 (pinsker_at c N0).
have l : 3%:R / 2%:R <= ln N.
  apply: (@le_trans _ _ (ln (2%:R ^+ 3))).
    rewrite ln_power; have := twice; rewrite -subr_ge0 => tw; rewrite -subr_ge0.
    by apply: (ge_as (mulr_ge0 (divr_ge0 (ler0n R 3) (ler0n R 2)) tw)); field.
  by apply: (ln_mono lnM ln_le); rewrite ?exprn_gt0 ?ltr0n // -natrX.
have q : 0 <= (a - N * b) * (3%:R * (ln N - 3%:R / 2%:R) + 2%:R * (c - 3%:R / 2%:R) ^+ 2).
  by rewrite mulr_ge0 ?subr_ge0 ?(ltW lt) // addr_ge0 // mulr_ge0 ?ler0n ?sqr_ge0 // subr_ge0.
have bN : b <= N * b by rewrite ler_pemull.
rewrite ger0_norm; last by rewrite subr_ge0 (le_trans bN) // ltW.
rewrite ger0_norm ?subr_ge0 // in h.
by apply: (ge_as (addr_ge0 h q)); field.
Qed.

(* the rows about powers: PowerRows.v *)
Hypothesis powers_hold : every row_holds power_rows.
Theorem functions_hold : functions at_N.
Proof.
split.
- exists 1 => N N1 [|[|f]] o; [exact: entropy_sublinear|exact: excess_sublinear|exact: powers_sublinear].
- by move=> [|[|f]] // o go N N' a b; apply: powers_stay.
apply/every_cat; split; last exact: powers_hold.
do !split; by [exact: row_entropy_tangent|exact: row_entropy_below_square|exact: row_entropy_of_number|
  exact: row_entropy_reference|exact: row_log_of_product|exact: row_square_reference|exact: row_square_tangent|
  exact: row_square_times|exact: row_square_below_excess|exact: row_excess_tangent|exact: row_excess_above|
  exact: row_excess_none|exact: row_excess_all|exact: row_excess_below_square|exact: row_excess_below_entropy|
  exact: row_excess_below_root|exact: row_root_tangent|exact: row_root_above|exact: row_root_square|
  exact: row_root_above_least|exact: row_root_below_excess|exact: row_entropy_above_root].
Qed.
End Table.
