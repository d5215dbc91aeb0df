(* The functions of convex terms over the real numbers of mathcomp-analysis, with its logarithm, have all that
   Entropy.v asks for. These reals are classical: this file prints the axioms that its theorem uses. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import classical_sets reals topology normedtype derive sequences exp.
From Pmlsym Require Import Convex ConvexRows Eventually Entropy Powers PowerRows.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory numFieldNormedType.Exports.
Local Open Scope ring_scope.

Section Real.
Variable R : realType.

(* for x < 0 by the mean value theorem, since the slope is at most one there *)
Lemma expR_ge (x : R) : 1 + x <= expR x.
Proof.
case: (leP 0 x) => [|x0]; first exact: expR_ge1Dx.
have d (y : R) : y \in `]x, 0[%R -> is_derive y 1 (@expR R) (expR y) by move=> _; exact: is_derive_expR.
have [|c cx e] := MVT x0 d.
  by apply: continuous_subspaceT; apply: continuous_expR.
have : expR c <= 1.
  by rewrite -expR0 ler_expR ltW //; move: cx; rewrite in_itv /= => /andP [].
rewrite expR0 sub0r in e.
move=> c1; have h : 1 - expR x <= - x.
  by rewrite e -[X in _ <= X]mul1r; apply: ler_wpmul2r => //; rewrite oppr_ge0 ltW.
by move: h; rewrite ler_subl_addr addrC -ler_subl_addr opprK addrC.
Qed.

Lemma ln_at_most (x : R) : 0 < x -> ln x <= x - 1.
Proof. by move=> x0; have := expR_ge (ln x); rewrite lnK // addrC ler_subr_addr. Qed.

Lemma some_nat (x : R) : exists k : nat, x <= k%:R.
Proof.
exists (Num.bound x); case: (leP 0 x) => [/archi_boundP/ltW//|/ltW x0]; exact: le_trans x0 (ler0n _ _).
Qed.

Lemma products (a b : R) : 0 < a -> 0 < b -> ln (a * b) = ln a + ln b.
Proof. by move=> a0 b0; rewrite lnM ?posrE. Qed.

Theorem functions_of_reals : functions (at_N (@ln R) (power (@ln R) (@expR R))).
Proof. by apply: functions_with_powers; [exact: products|exact: ln_at_most|exact: expR_gt0|exact: exp.expK|exact: some_nat]. Qed.
End Real.
Print Assumptions functions_of_reals.
