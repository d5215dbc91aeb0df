(* Theorems in nats, as the papers write them, for any map that is strictly increasing on the positive
   numbers and turns products into sums. That there is one is not assumed elsewhere; NaturalLogarithm.v
   puts in the logarithm of the reals, which makes them those of the papers. Each is a theorem that the
   exporter wrote, under the map. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Pml Levels Sums Statement.
From Pmlsym Require Theorems.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Nats.
Variables (R : realFieldType) (log : R -> R).
Hypothesis increasing : forall a b, 0 < a -> a < b -> log a < log b.
Hypothesis products : forall a b, 0 < a -> 0 < b -> log (a * b) = log a + log b.

Lemma log_le a b : 0 < a -> a <= b -> log a <= log b.
Proof. by move=> a0; rewrite le_eqVlt => /orP [/eqP ->|/(increasing a0)/ltW]. Qed.
Lemma log1 : log 1 = 0.
Proof. by have := products ltr01 ltr01; rewrite mulr1 -[LHS]addr0 => /addrI. Qed.
Lemma log_inverse a : 0 < a -> log a^-1 = - log a.
Proof.
move=> a0; have v0 : 0 < a^-1 by rewrite invr_gt0.
by apply/eqP; rewrite -addr_eq0 -(products v0 a0) mulVf ?(gt_eqF a0) // log1.
Qed.
Lemma log_ge0 a : 1 <= a -> 0 <= log a.
Proof. by move=> a1; rewrite -log1; apply: log_le => //; apply: ltr01. Qed.

Section Chains.
Variables (X Y Z : finType) (P : dist R X) (W : chan R X Y).
Variables (V : chan R Y Z) (U : chan R [finType of X * Y] Z).
(* [PML23, Lemma 1.1, 1.3, 1.4, 2.1] *)
Theorem leakage_ge0 : 0 <= log (pml_max P W).
Proof. exact/log_ge0/Theorems.leakage_is_nonnegative.holds. Qed.
Theorem post_processing z : log (pml P (cascade W V) z) <= log (pml_max P W).
Proof. by apply: log_le; [apply: pml_gt0|apply: Theorems.post_processing.holds]. Qed.
Theorem pre_processing z : log (pml P (cascade W V) z) <= log (pml (out P W) V z).
Proof. by apply: log_le; [apply: pml_gt0|apply: Theorems.pre_processing.holds]. Qed.
Theorem at_most_the_rarest : log (pml_max P W) <= - log (pmin P).
Proof.
rewrite -log_inverse ?pmin_gt0 //; apply: log_le; first exact: pml_max_gt0.
by have := Theorems.leakage_is_at_most_log_of_rarest.holds _ _ _ P W; rewrite div1r.
Qed.
(* [PML23, Lemma 1.6] *)
Theorem composition : log (pml_max P (compose W U)) <= log (pml_max P W) + log (cpml_max P W U).
Proof.
rewrite -products ?pml_max_gt0 ?cpml_max_gt0 //; apply: log_le; first exact: pml_max_gt0.
exact: Theorems.composition.holds.
Qed.
(* [PML23, Thm. 4.1] *)
Theorem adaptive_composition e1 e2 : 0 < e1 -> 0 < e2 ->
  pml_max P W <= e1 -> cpml_max P W U <= e2 -> log (pml_max P (compose W U)) <= log e1 + log e2.
Proof.
move=> e10 e20 w u; rewrite -products //; apply: log_le; first exact: pml_max_gt0.
exact: Theorems.adaptive_composition.holds.
Qed.
(* [PML23, Lemma 3.1, 3.2, Prop. 1.4] *)
Theorem maximal_leakage : log (maxleak_of P W) <= log (pml_max P W).
Proof.
apply: log_le; first exact: maxleak_of_gt0; exact: Theorems.maximal_leakage_is_at_most_pml.holds.
Qed.
Theorem maximal_leakage_after (x : X) : log (maxleak (cascade W V)) <= log (maxleak W).
Proof.
apply: log_le; first exact: maxleak_gt0.
by have [h _] := Theorems.maximal_leakage_of_a_cascade.holds; apply: h.
Qed.
(* [RDP, Thm. 2.8]: from local differential privacy *)
Theorem from_local_differential_privacy t : 0 < t -> le_ext (ldp W) t ->
  log (pml_max P W) <= - log (pmin P + t^-1 * (1 - pmin P)).
Proof.
move=> t0 w; have p0 := pmin_gt0 P; have p1 := pmin_le1 P.
have s0 : 0 < pmin P + t^-1 * (1 - pmin P).
  by apply: ltr_paddr => //; rewrite mulr_ge0 ?invr_ge0 ?subr_ge0 // ltW.
rewrite -log_inverse //; apply: log_le; first exact: pml_max_gt0.
have := Theorems.from_local_differential_privacy.holds _ _ _ P W t t0 w; congr (_ <= _).
have -> : pmin P + t^-1 * (1 - pmin P) = (pmin P * t + (1 - pmin P)) / t.
  by rewrite mulrDl mulfK ?gt_eqF // [t^-1 * _]mulrC.
by rewrite invf_div.
Qed.
End Chains.
End Nats.
