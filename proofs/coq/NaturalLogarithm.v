(* The theorems of Logarithm.v with the natural logarithm, over the real numbers of mathcomp-analysis
   (Debian: libcoq-mathcomp-analysis). These are classical: this file prints the axioms that its
   theorems use, and no other file needs them. The leakages are those of the papers, in nats. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import reals sequences exp.
From Pmlsym Require Import Pml Levels Named Logarithm.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Nats.
Variable R : realType.
Lemma increasing (a b : R) : 0 < a -> a < b -> ln a < ln b.
Proof. by move=> a0 ab; rewrite ltr_ln ?posrE // (lt_trans a0). Qed.
Lemma products (a b : R) : 0 < a -> 0 < b -> ln (a * b) = ln a + ln b.
Proof. by move=> a0 b0; rewrite lnM ?posrE. Qed.

(* l(X -> y), the largest, the same given the first of two outcomes, and L(X -> Y) *)
Section Leakages.
Variables (X Y Z : finType) (P : dist R X) (W : chan R X Y) (U : chan R [finType of X * Y] Z).
Definition leakage y : R := ln (pml P W y).
Definition largest_leakage : R := ln (pml_max P W).
Definition conditional_leakage : R := ln (cpml_max P W U).
Definition maximal : R := ln (maxleak_of P W).
Definition maximal_of_channel : R := ln (maxleak W).
End Leakages.

Section Statements.
Variables (X Y Z : finType) (P : dist R X) (W : chan R X Y).
Variables (V : chan R Y Z) (U : chan R [finType of X * Y] Z).
Theorem nonnegative : 0 <= largest_leakage P W.
Proof. exact: (leakage_ge0 increasing products). Qed.
Theorem post z : leakage P (cascade W V) z <= largest_leakage P W.
Proof. exact: (post_processing increasing). Qed.
Theorem pre z : leakage P (cascade W V) z <= leakage (out P W) V z.
Proof. exact: (pre_processing increasing). Qed.
Theorem rarest : largest_leakage P W <= - ln (pmin P).
Proof. exact: (at_most_the_rarest increasing products). Qed.
Theorem composed :
  largest_leakage P (compose W U) <= largest_leakage P W + conditional_leakage P W U.
Proof. exact: (composition increasing products). Qed.
Theorem adaptive e1 e2 : largest_leakage P W <= e1 -> conditional_leakage P W U <= e2 ->
  largest_leakage P (compose W U) <= e1 + e2.
Proof. by move=> h1 h2; apply: le_trans composed _; apply: ler_add. Qed.
Theorem at_most_pml : maximal P W <= largest_leakage P W.
Proof. exact: (maximal_leakage increasing). Qed.
Theorem of_a_cascade (x : X) : maximal_of_channel (cascade W V) <= maximal_of_channel W.
Proof. exact: (maximal_leakage_after increasing). Qed.
(* the level of local differential privacy is exp of one in nats *)
Theorem from_ldp eps : le_ext (ldp W) (expR eps) ->
  largest_leakage P W <= - ln (pmin P + expR (- eps) * (1 - pmin P)).
Proof.
by move=> w; rewrite expRN; apply: (from_local_differential_privacy increasing products); rewrite ?expR_gt0.
Qed.
(* I(X; Y) and E[l(X -> Y)], where 0 log 0 = 0; a mean of logarithms has no exponential that an ordered
   field would know, so these two have their proofs here   [PML23, Table I, Prop. 7.1] *)
Definition mutual_information : R := \sum_x \sum_y P x * W x y * ln (density P W x y).
Definition mean_leakage : R := \sum_y out P W y * leakage P W y.
Lemma density_at_most x y : P x * W x y * ln (density P W x y) <= P x * W x y * leakage P W y.
Proof.
have := joint_ge0 P W x y; rewrite le_eqVlt => /orP [/eqP <-|pw]; first by rewrite !mul0r.
have p0 : 0 < P x.
  by rewrite lt_neqAle pr_ge0 andbT eq_sym; apply: contraTneq pw => ->; rewrite mul0r ltxx.
rewrite ler_pmul2l //; apply: (log_le increasing); last exact: (@bigmax_ge _ _ (fun x => 0 < P x) (fun x => W x y / out P W y)).
rewrite divr_gt0 //; last exact: lt_le_trans pw (joint_le P W x y).
by move: pw; rewrite pmulr_rgt0.
Qed.
Theorem at_most_mean : mutual_information <= mean_leakage.
Proof.
rewrite /mutual_information /mean_leakage exchange_big; apply: ler_sum => y _.
by rewrite /= /out_ mulr_suml; apply: ler_sum => x _; apply: density_at_most.
Qed.
Theorem under_a_guarantee eps : largest_leakage P W <= eps -> mutual_information <= eps.
Proof.
move=> h; apply: le_trans at_most_mean _; rewrite -[eps]mul1r -(out_sum P W) mulr_suml.
apply: ler_sum => y _; apply: ler_wpmul2l; first exact: out_ge0.
apply: le_trans h; apply: (log_le increasing); [exact: pml_gt0|exact: pml_le_max].
Qed.
End Statements.
End Nats.
Definition everything := (nonnegative, post, pre, rarest, composed, adaptive, at_most_pml, of_a_cascade, from_ldp,
  at_most_mean, under_a_guarantee).
Print Assumptions everything.
