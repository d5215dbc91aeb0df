(* Functions for which convex terms stand: F(a, b) = b f(a / b) on the quadrant, as the largest of linear
   functions, and f(1) a where an argument is negative. Excess is max(u - 1, 0); square is u^2 up to N and its
   tangent at N beyond. Both are sublinear, and satisfy the rows of the table that are about them alone, those of
   square for N that is large enough. Entropy.v has the other functions and rows. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Pmlsym Require Import Convex.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Support.
Variables (R : realFieldType) (I : Type) (S : I -> Prop) (p q : I -> R) (G : R -> R -> R) (c : int).
Hypothesis bound : forall a b t, 0 <= a -> 0 <= b -> S t -> p t * a + q t * b <= G a b.
Hypothesis attained : forall a b, 0 < a -> 0 <= b -> exists2 t, S t & G a b = p t * a + q t * b.
Hypothesis zero : forall b, 0 <= b -> G 0 b = 0.
Hypothesis same : forall a, 0 <= a -> G a a = c%:~R * a.
Definition on_quadrant (a b : R) : R := if (0 <= a) && (0 <= b) then G a b else c%:~R * a.

Lemma G_scale v a b : 0 < v -> 0 <= a -> 0 <= b -> G (v * a) (v * b) = v * G a b.
Proof.
move=> v0 a0 b0; have vb : 0 <= v * b by rewrite mulr_ge0 // ltW.
move: a0; rewrite le_eqVlt => /orP [/eqP <-|ap]; first by rewrite !mulr0 !zero // mulr0.
have va : 0 < v * a by rewrite mulr_gt0.
have a0 := ltW ap; apply/eqP; rewrite eq_le; apply/andP; split.
  have [t St ->] := attained va vb; have := bound a0 b0 St; rewrite -(ler_pmul2l v0) => h.
  by apply: le_trans _ h; rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
have [t St ->] := attained ap b0; have := bound (ltW va) vb St; apply: le_trans.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.

Theorem support_sublinear : sublinear on_quadrant c.
Proof.
split.
- move=> v a b; rewrite le_eqVlt => /orP [/eqP <-|v0]; rewrite /on_quadrant.
    by rewrite !mul0r lexx /= zero.
  by rewrite !pmulr_rge0 //; case: ifP => [/andP [a0 b0]|_]; [apply: G_scale|rewrite mulrCA].
- by move=> b; rewrite /on_quadrant lexx /=; case: ifP => [/zero|_]; rewrite ?mulr0.
- by move=> a; rewrite /on_quadrant andbb; case: ifP => // /same.
move=> a b a' b' a0 b0 a1 b1; rewrite /on_quadrant a0 b0 a1 b1 !addr_ge0 //=.
have := addr_ge0 a0 a1; rewrite le_eqVlt => /orP [/eqP e|ap].
  have [za za'] : a = 0 /\ a' = 0.
    by move/esym/eqP: e; rewrite paddr_eq0 // => /andP [/eqP -> /eqP ->].
  by rewrite za za' addr0 !zero ?addr_ge0 // addr0.
have [t St ->] := attained ap (addr_ge0 b0 b1).
have -> : p t * (a + a') + q t * (b + b') = (p t * a + q t * b) + (p t * a' + q t * b') by ring.
by apply: ler_add; apply: bound.
Qed.
End Support.

Section Excess.
Variable R : realFieldType.
Definition excess : R -> R -> R := on_quadrant (fun a b => Num.max (a - b) 0) 0.

Theorem excess_sublinear : sublinear excess 0.
Proof.
apply: (@support_sublinear R bool (fun _ => True) (fun t => t%:R) (fun t => - t%:R)) => [a b t _ _ _|a b _
  _|b b0|a a0].
- by case: t; rewrite /= ?mul1r ?mulN1r ?mul0r ?oppr0 ?mul0r ?addr0 le_maxr lexx ?orbT.
- case: (leP (a - b) 0) => h; [exists false|exists true] => //=; rewrite ?mul1r ?mulN1r //.
  by rewrite oppr0 !mul0r addr0.
- by rewrite sub0r; apply/max_idPr; rewrite oppr_le0.
by rewrite subrr maxxx mul0r.
Qed.

Variables a b : R.
Hypotheses (a0 : 0 <= a) (b0 : 0 <= b).
Lemma excessE : excess a b = Num.max (a - b) 0.
Proof. by rewrite /excess /on_quadrant a0 b0. Qed.

Theorem excess_tangent g : 0 <= g -> g <= 1 -> 0 <= excess a b - g * (a - b).
Proof.
move=> g0 g1; rewrite excessE subr_ge0; case: (leP (a - b) 0) => h; first exact: mulr_ge0_le0.
by rewrite -[X in _ <= X]mul1r ler_pmul2r.
Qed.
Theorem excess_above : 0 <= a - excess a b.
Proof. by rewrite excessE subr_ge0 le_maxl a0 andbT ler_subl_addr ler_addl b0. Qed.
Theorem excess_none : a <= b -> excess a b = 0.
Proof. by move=> ab; rewrite excessE; apply/max_idPr; rewrite subr_le0. Qed.
Theorem excess_all : b <= a -> excess a b - a + b = 0.
Proof. move=> ba; rewrite excessE; have /max_idPl -> : 0 <= a - b by rewrite subr_ge0. by ring. Qed.
End Excess.

Section Square.
Variables (R : realFieldType) (N : R).
Hypothesis N1 : 1 <= N.
Definition capped (a b : R) : R :=
  if a <= N * b then (if b == 0 then 0 else a ^+ 2 / b) else 2%:R * N * a - N ^+ 2 * b.
Definition square : R -> R -> R := on_quadrant capped 1.

Lemma N0 : 0 <= N. Proof. exact: (le_trans ler01 N1). Qed.

Lemma capped_bound a b t : 0 <= a -> 0 <= b -> 0 <= t /\ t <= N ->
  2%:R * t * a + - t ^+ 2 * b <= capped a b.
Proof.
move=> a0 b0 [t0 tN]; rewrite /capped; case: (leP a (N * b)) => [|lt].
  case: eqP => [->|/eqP bn] h.
    have -> : a = 0 by apply/eqP; rewrite eq_le a0 andbT -(mulr0 N).
    by rewrite !mulr0 addr0.
  have bp : 0 < b by rewrite lt_neqAle eq_sym bn.
  rewrite -subr_ge0; have -> : a ^+ 2 / b - (2%:R * t * a + - t ^+ 2 * b) = (a - t * b) ^+ 2 / b.
    by field.
  by rewrite divr_ge0 ?sqr_ge0.
rewrite -subr_ge0.
have -> : 2%:R * N * a - N ^+ 2 * b - (2%:R * t * a + - t ^+ 2 * b)
  = (N - t) * ((a - N * b) + (a - N * b) + (N - t) * b) by ring.
have d : 0 <= N - t by rewrite subr_ge0.
have e : 0 <= a - N * b by rewrite subr_ge0 ltW.
by apply: mulr_ge0 => //; apply: addr_ge0; [exact: addr_ge0|exact: mulr_ge0].
Qed.

Lemma capped_attained a b : 0 < a -> 0 <= b ->
  exists2 t, 0 <= t /\ t <= N & capped a b = 2%:R * t * a + - t ^+ 2 * b.
Proof.
move=> a0 b0; rewrite /capped; case: (leP a (N * b)) => h; last by exists N; [split; [exact: N0|]|ring].
case: eqP h => [->|/eqP bn] h; first by move: (lt_le_trans a0 h); rewrite mulr0 ltxx.
have bp : 0 < b by rewrite lt_neqAle eq_sym bn.
by exists (a / b); [split; [rewrite divr_ge0 // ltW|rewrite ler_pdivr_mulr]|field].
Qed.

Theorem square_sublinear : sublinear square (Posz 1).
Proof.
apply: (@support_sublinear R R (fun t => 0 <= t /\ t <= N) (fun t => 2%:R * t) (fun t => - t ^+ 2)).
- exact: capped_bound.
- exact: capped_attained.
- move=> b b0; rewrite /capped mulr_ge0 ?N0 //; case: eqP => // _; by rewrite expr0n mul0r.
move=> a a0; rewrite /capped ler_pemull //; case: eqP => [->|/eqP an]; first by rewrite mulr0.
by rewrite mul1r expr2 mulfK.
Qed.

Variables a b : R.
Hypotheses (a0 : 0 <= a) (b0 : 0 <= b).
Lemma squareE : square a b = capped a b.
Proof. by rewrite /square /on_quadrant a0 b0. Qed.

Theorem square_tangent c : c <= N -> 0 <= square a b - 2%:R * c * a + c ^+ 2 * b.
Proof.
move=> cN; rewrite squareE; case: (leP 0 c) => c0.
  have := capped_bound a0 b0 (conj c0 cN); rewrite -subr_ge0.
  by have -> : capped a b - (2%:R * c * a + - c ^+ 2 * b) = capped a b - 2%:R * c * a + c ^+ 2 * b by ring.
have := capped_bound a0 b0 (conj (lexx 0) N0); rewrite !mulr0 mul0r expr0n oppr0 mul0r addr0 => p0.
apply: addr_ge0; last by rewrite mulr_ge0 ?sqr_ge0.
apply: addr_ge0 => //; rewrite oppr_ge0; apply: mulr_le0_ge0 => //.
by apply: mulr_ge0_le0; [exact: ler0n|exact: ltW].
Qed.

Theorem square_times : 0 <= a ^+ 2 - b * square a b.
Proof.
rewrite squareE /capped; case: (leP a (N * b)) => h.
  have [->|bn] := eqVneq b 0; first by rewrite mul0r subr0 sqr_ge0.
  by have -> : b * (a ^+ 2 / b) = a ^+ 2; rewrite ?subrr // mulrC divfK.
have -> : a ^+ 2 - b * (2%:R * N * a - N ^+ 2 * b) = (a - N * b) ^+ 2 by ring.
exact: sqr_ge0.
Qed.

Theorem square_reference c : a <= c -> 0 <= a * c - b * square a b.
Proof.
move=> ac; have := square_times; rewrite !subr_ge0 => h; apply: le_trans h _.
by rewrite expr2 ler_wpmul2l.
Qed.

Theorem excess_below_square r : 1 + `|r| <= N ->
  0 <= square a b - 2%:R * a + b + r ^+ 2 * b - 2%:R * r * (2%:R * excess a b - a + b).
Proof.
move=> rN; have up : 1 + r <= N by apply: le_trans rN; rewrite ler_add2l ler_norm.
have down : 1 - r <= N by apply: le_trans rN; rewrite ler_add2l -normrN ler_norm.
case: (leP a b) => [ab|/ltW ba].
  rewrite excess_none //; have := square_tangent down.
  by have -> : square a b - 2%:R * (1 - r) * a + (1 - r) ^+ 2 * b
    = square a b - 2%:R * a + b + r ^+ 2 * b - 2%:R * r * (2%:R * 0 - a + b) by ring.
have e : excess a b = a - b.
  by apply/eqP; rewrite -subr_eq0 -(excess_all a0 b0 ba); apply/eqP; ring.
have := square_tangent up; rewrite e.
by have -> : square a b - 2%:R * (1 + r) * a + (1 + r) ^+ 2 * b
  = square a b - 2%:R * a + b + r ^+ 2 * b - 2%:R * r * (2%:R * (a - b) - a + b) by ring.
Qed.

Theorem square_below_excess c : c <= N -> 0 <= c * b - a -> 0 <= c * excess a b + a - square a b.
Proof.
rewrite (subr_ge0 a) => cN ac; rewrite squareE /capped; case: (leP a (N * b)) => h; last first.
  by move: (lt_le_trans h ac); rewrite ltNge ler_wpmul2r.
have [bz|bn] := eqVneq b 0.
  have az : a = 0 by apply/eqP; rewrite eq_le a0 andbT -(mulr0 N) -bz.
  by rewrite excess_none // ?az ?bz // mulr0 subr0 addr0.
have bp : 0 < b by rewrite lt_neqAle eq_sym bn.
have e : a ^+ 2 / b - a = a / b * (a - b) by field.
rewrite subr_ge0 -ler_subl_addr e; case: (leP a b) => [ab|/ltW ba].
  by rewrite excess_none // mulr0 mulr_ge0_le0 ?subr_le0 // divr_ge0.
have -> : excess a b = a - b.
  by apply/eqP; rewrite -subr_eq0 -(excess_all a0 b0 ba); apply/eqP; ring.
by rewrite ler_wpmul2r ?subr_ge0 // ler_pdivr_mulr.
Qed.
End Square.
