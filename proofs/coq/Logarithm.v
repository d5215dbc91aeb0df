(* Theorems in nats, as the papers write them, for any map that is strictly increasing on the positive
   numbers and turns products into sums. That there is one is not assumed elsewhere; NaturalLogarithm.v
   puts in the logarithm of the reals, which makes them those of the papers. Each is a theorem that the
   exporter wrote, under the map. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Pml Levels Values Named.
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
Let x0 := some P.
Let y0 := some (row W x0).
Let z0 := some (row V y0).
Let p0 := pr_ge0 P. Let p1 := pr_sum P.
Let w0 := ch_ge0 W. Let w1 := ch_sum W.
Let v0 := ch_ge0 V. Let v1 := ch_sum V.
Lemma most_pml : at_most (pml_value P W) (pml_max P W).
Proof. by apply/pml_max_named => //; apply/ltW/pml_max_gt0. Qed.
Lemma through x z : \sum_y V y z * W x y = cascade W V x z.
Proof. by apply: eq_bigr => y _; rewrite mulrC. Qed.
Lemma through_all z : \sum_x \sum_y P x * V y z * W x y = out P (cascade W V) z.
Proof. by apply: eq_bigr => x _; rewrite -through mulr_sumr; apply: eq_bigr => y _; rewrite mulrA. Qed.
Lemma joint_all y z : \sum_x P x * U (x, y) z * W x y = out P (compose W U) (y, z).
Proof. by apply: eq_bigr => x _; rewrite -mulrA [U _ _ * _]mulrC. Qed.
(* [PML23, Lemma 1.1, 1.3, 1.4, 2.1] *)
Theorem leakage_ge0 : 0 <= log (pml_max P W).
Proof.
exact/log_ge0/(Theorems.leakage_is_nonnegative.holds _ _ _ x0 y0 _ _ _ p0 p1 w0 w1 most_pml).
Qed.
Theorem post_processing z : log (pml P (cascade W V) z) <= log (pml_max P W).
Proof.
apply: log_le; first exact: pml_gt0; apply/pml_named; first exact/ltW/pml_max_gt0.
have [h1 h] := Theorems.post_processing.holds _ _ _ _ x0 y0 z0 z _ _ _ _ p0 p1 v0 v1 w0 w1 most_pml.
by split=> // x /(h x); rewrite /= through through_all.
Qed.
Theorem pre_processing z : log (pml P (cascade W V) z) <= log (pml (out P W) V z).
Proof.
apply: log_le; first exact: pml_gt0; apply/pml_named; first exact/ltW/pml_gt0.
have swap : \sum_x \sum_y P x * V y z * W x y = out (out P W) V z.
  rewrite exchange_big; apply: eq_bigr => y _; rewrite /= /out_ mulr_suml; apply: eq_bigr => x _.
  by rewrite mulrAC.
have [h1 h] := (pml_named (out P W) V z (ltW (pml_gt0 _ _ _))).2 (lexx _).
have [|k1 k] := Theorems.pre_processing.holds _ _ _ _ x0 y0 z0 z _ _ _ (pml (out P W) V z) p0 p1 v0 v1 w0 w1.
  split=> // y x /= pw; rewrite swap; apply: h; exact: lt_le_trans pw (joint_le P W x y).
by split=> // x /(k x); rewrite /= through through_all.
Qed.
Theorem at_most_the_rarest : log (pml_max P W) <= - log (pmin P).
Proof.
rewrite -log_inverse ?pmin_gt0 //; apply: log_le; first exact: pml_max_gt0.
rewrite -div1r; apply/pml_max_named; first by rewrite divr_ge0 ?ler01 // ltW // pmin_gt0.
apply: (Theorems.leakage_is_at_most_log_of_rarest.holds _ _ _ x0 y0 _ _ _ p0 p1 w0 w1 (pmin_gt0 P)).
exact/pmin_named.
Qed.
(* [PML23, Thm. 4.1] *)
Let u0 x y z := ch_ge0 U (x, y) z. Let u1 x y := ch_sum U (x, y).
Let n0 := ch_ge0 (next P W U). Let n1 := ch_sum (next P W U).
Let z1 := some (row U (x0, y0)).
Lemma defined y z : \sum_x P x * U (x, y) z * W x y = \sum_x next P W U y z * P x * W x y.
Proof.
transitivity (next P W U y z * out P W y).
  by rewrite nextE; apply: eq_bigr => x _; rewrite mulrAC.
by rewrite mulr_sumr; apply: eq_bigr => x _; rewrite mulrA.
Qed.
Lemma largest_of_both t : 0 <= t -> at_most (Largest (fun x => Largest (fun y => Largest (fun z =>
  Where (P x) (Ratio (U (x, y) z * W x y) (\sum_x P x * U (x, y) z * W x y)))))) t ->
  pml_max P (compose W U) <= t.
Proof.
move=> t0 h; apply/pml_max_named => // x [y z] px.
by have := h x y z px; rewrite /= joint_all mulrC.
Qed.
Theorem adaptive_composition e1 e2 : 0 < e1 -> 0 < e2 ->
  pml_max P W <= e1 -> cpml_max P W U <= e2 -> log (pml_max P (compose W U)) <= log e1 + log e2.
Proof.
move=> e10 e20 w u; rewrite -products //; apply: log_le; first exact: pml_max_gt0.
apply: largest_of_both; first by rewrite mulr_ge0 // ltW.
apply: (Theorems.adaptive_composition.holds _ _ _ _ x0 y0 z1 _ _ (fun x y z => U (x, y) z) _ _ _ n0 n1 p0 p1 u0 u1 w0 w1 e10 e20).
- by apply/pml_max_named => //; apply: ltW.
- by apply/cpml_max_named => //; apply: ltW.
- exact: defined.
Qed.
(* [PML23, Lemma 1.6] *)
Theorem composition : log (pml_max P (compose W U)) <= log (pml_max P W) + log (cpml_max P W U).
Proof. by apply: adaptive_composition; rewrite ?pml_max_gt0 ?cpml_max_gt0. Qed.
(* [PML23, Lemma 3.1, 3.2, Prop. 1.4] *)
Theorem maximal_leakage : log (maxleak_of P W) <= log (pml_max P W).
Proof.
apply: log_le; [exact: maxleak_of_gt0|apply/maxleak_of_named].
exact: (Theorems.maximal_leakage_is_at_most_pml.holds _ _ _ x0 y0 _ _ _ p0 p1 w0 w1 most_pml).
Qed.
Theorem maximal_leakage_after (x : X) : log (maxleak (cascade W V)) <= log (maxleak W).
Proof.
apply: log_le; [exact: maxleak_gt0|apply/maxleak_named].
have [h _] := Theorems.maximal_leakage_of_a_cascade.holds.
have [|M [M0 [hM le]]] := h _ _ _ _ x y0 z0 _ _ (maxleak W) v0 v1 w0 w1; first exact/maxleak_named.
by exists M; split=> //; split=> // z x'; have := hM z x'; rewrite /= through.
Qed.
(* [RDP, Thm. 2.8]: from local differential privacy *)
Theorem from_local_differential_privacy t : 0 < t -> le_ext (ldp W) t ->
  log (pml_max P W) <= - log (pmin P + t^-1 * (1 - pmin P)).
Proof.
move=> t0 w; have m0 := pmin_gt0 P; have m1 := pmin_le1 P.
have s0 : 0 < pmin P + t^-1 * (1 - pmin P).
  by apply: ltr_paddr => //; rewrite mulr_ge0 ?invr_ge0 ?subr_ge0 // ltW.
have e : pmin P + t^-1 * (1 - pmin P) = (t * pmin P + 1 - pmin P) / t.
  by rewrite -addrA mulrDl [t * _]mulrC mulfK ?gt_eqF // [t^-1 * _]mulrC.
rewrite -log_inverse //; apply: log_le; first exact: pml_max_gt0.
rewrite e invf_div; apply/pml_max_named; first by rewrite -invf_div -e invr_ge0 ltW.
apply: (Theorems.from_local_differential_privacy.holds _ _ _ x0 y0 _ _ _ _ p0 p1 w0 w1 t0).
- exact/(ldp_named W x0 (ltW t0)).
- exact/pmin_named.
- exact: pmin_attained.
Qed.
End Chains.
End Nats.
