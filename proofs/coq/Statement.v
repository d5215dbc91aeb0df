(* What every exported statement needs: alphabets with a letter each, and what closes the conditions
   of `conclude` that hold by computation or because a distribution is one. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent Certificate Checker Soundness.
From Pmlsym Require Import FiniteTypes Expressions Support Entailment Pml Levels Sums Claims Lowering.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Some.
Variables (R : realFieldType) (X Y : finType).
Definition some (P : dist R X) : X := xchoose (likely P).
Definition row (W : chan R X Y) (x : X) : dist R Y := Dist (ch_ge0 W x) (ch_sum W x).
Lemma pml_max_gt0 (P : dist R X) (W : chan R X Y) : 0 < pml_max P W.
Proof. exact: lt_le_trans ltr01 (bigmax_base _ _ _). Qed.
Lemma cpml_max_gt0 Z (P : dist R X) (W : chan R X Y) (U : chan R [finType of X * Y] Z) :
  0 < cpml_max P W U.
Proof. exact: lt_le_trans ltr01 (bigmax_base _ _ _). Qed.
Lemma pml_gt0 (P : dist R X) (W : chan R X Y) y : 0 < pml P W y.
Proof. exact: lt_le_trans ltr01 (bigmax_base _ _ _). Qed.
Lemma cpml_gt0 Z (P : dist R X) (W : chan R X Y) (U : chan R [finType of X * Y] Z) y z :
  0 < cpml P W U y z.
Proof. exact: lt_le_trans ltr01 (bigmax_base _ _ _). Qed.
Lemma maxleak_of_gt0 (P : dist R X) (W : chan R X Y) : 0 < maxleak_of P W.
Proof.
have [x p0] := likely P; apply: lt_le_trans ltr01 _; rewrite -(ch_sum W x).
by apply: ler_sum => y _; apply: (@bigmax_ge _ _ (fun x => 0 < P x) (fun x => W x y)).
Qed.
Lemma choice_sum_at (x : X) (W : chan R X Y) y : \sum_x choice W y x = 1.
Proof. exact: choice_sum. Qed.
Lemma choice_total_at (x : X) (W : chan R X Y) :
  \sum_y \sum_x choice W y x * W x y = maxleak W.
Proof. exact: choice_total. Qed.
Lemma maxleak_gt0 (x : X) (W : chan R X Y) : 0 < maxleak W.
Proof.
apply: lt_le_trans ltr01 _; rewrite -(ch_sum W x).
by apply: ler_sum => y _; apply: (@bigmax_ge _ _ xpredT (fun x => W x y)).
Qed.
Lemma card_gt0 (P : dist R X) : 0 < #|X|%:R :> R.
Proof. by have [x _] := likely P; rewrite ltr0n; apply/card_gt0P; exists x. Qed.
Lemma next_defined Z (P : dist R X) (W : chan R X Y) (U : chan R [finType of X * Y] Z) y z :
  next P W U y z * out P W y - \sum_x P x * W x y * U (x, y) z = 0.
Proof. by rewrite nextE subrr. Qed.
End Some.

Definition five (A B C D E : finType) (a : nat) : finType :=
  match a with 0 => A | 1 => B | 2 => C | 3 => D | 4 => E | _ => [finType of unit] end.
Definition at5 (A B C D E : finType) (x : A) (y : B) (z : C) (u : D) (v : E) :
  denv (five A B C D E) :=
  fun a => match a return nat -> five A B C D E a with
           | 0 => fun _ => x | 1 => fun _ => y | 2 => fun _ => z | 3 => fun _ => u
           | 4 => fun _ => v | _ => fun _ => tt end.

(* what is divided vanishes where the divisor does *)
Section Quotients.
Variables (R : realFieldType) (X Y V : finType) (P : dist R X) (W : chan R X Y).
Lemma joint_le x y : P x * W x y <= out P W y.
Proof.
rewrite /= /out_ (bigD1 x) //= ler_addl; apply: sumr_ge0 => x' _; exact: joint_ge0.
Qed.
Lemma joint_eq0 x y : out P W y = 0 -> P x * W x y = 0.
Proof. by move=> e; apply/eqP; rewrite eq_le joint_ge0 -e joint_le. Qed.
Lemma gained_ge0 (g : X -> V -> R) y v : (forall x v, 0 <= g x v) ->
  0 <= \sum_x P x * W x y * g x v.
Proof. by move=> g0; apply: sumr_ge0 => x _; rewrite mulr_ge0 ?joint_ge0. Qed.
Lemma gained_eq0 (g : X -> V -> R) y v : out P W y = 0 -> \sum_x P x * W x y * g x v = 0.
Proof. by move=> e; rewrite big1 // => x _; rewrite joint_eq0 ?mul0r. Qed.
Lemma guess_gt0 : 0 < guess P.
Proof. by have [x p0] := likely P; apply: lt_le_trans p0 (@bigmax_ge _ _ xpredT P 0 x isT). Qed.
Lemma guess_after_gt0 : 0 < guess_after P W.
Proof.
have [x p0] := likely P; have [y w0] := likely (row W x); have pw : 0 < P x * W x y by rewrite mulr_gt0.
have : 0 < P x * W x y / out P W y by rewrite divr_gt0 // (lt_le_trans pw (joint_le x y)).
move=> h; apply: lt_le_trans h _; apply: (@le_trans _ _ (\big[Num.max/0]_x (P x * W x y / out P W y))).
  exact: (@bigmax_ge _ _ xpredT (fun x => P x * W x y / out P W y)).
exact: (@bigmax_ge _ _ xpredT (fun y => \big[Num.max/0]_x (P x * W x y / out P W y))).
Qed.
Lemma gain_after_gt0 (A : chan R X V) : 0 < gain_after P W A.
Proof.
have [x p0] := likely P; have [y w0] := likely (row W x); have [v a0] := likely (row A x).
have pw : 0 < P x * W x y by rewrite mulr_gt0.
pose F y v := (\sum_x P x * W x y * A x v) / out P W y.
have h : 0 < F y v.
  rewrite divr_gt0 ?(lt_le_trans pw (joint_le x y)) // (bigD1 x) //=; apply: ltr_paddr.
    by apply: sumr_ge0 => x' _; rewrite mulr_ge0 ?joint_ge0 ?ch_ge0.
  exact: mulr_gt0.
apply: lt_le_trans h _; apply: (@le_trans _ _ (\big[Num.max/0]_v F y v)).
  exact: (@bigmax_ge _ _ xpredT (F y)).
exact: (@bigmax_ge _ _ xpredT (fun y => \big[Num.max/0]_v F y v)).
Qed.
End Quotients.
Lemma entry_ge0 (R : realFieldType) (D E Y : finType) (P : dist R [finType of D * E])
  (W : chan R [finType of D * E] Y) d y : 0 <= \sum_e P (d, e) * W (d, e) y.
Proof. by apply: sumr_ge0 => e _; rewrite joint_ge0. Qed.
Lemma marginal_ge0 (R : realFieldType) (D E : finType) (P : dist R [finType of D * E]) d :
  0 <= \sum_e P (d, e).
Proof. by apply: sumr_ge0 => e _; rewrite pr_ge0. Qed.
Lemma entry_eq0 (R : realFieldType) (D E Y : finType) (P : dist R [finType of D * E])
  (W : chan R [finType of D * E] Y) d y : (\sum_e P (d, e)) * out P W y = 0 ->
  \sum_e P (d, e) * W (d, e) y = 0.
Proof.
move/eqP; rewrite mulf_eq0 => /orP [/eqP z|/eqP z]; rewrite big1 // => e _; last first.
  exact: joint_eq0 z.
have le0 : P (d, e) <= \sum_e P (d, e).
  by rewrite (bigD1 e) //= ler_addl; apply: sumr_ge0 => ? _; apply: pr_ge0.
have -> : P (d, e) = 0 by apply/eqP; rewrite eq_le pr_ge0 andbT -z.
by rewrite mul0r.
Qed.
Lemma pr_sum2 (R : realFieldType) (D E : finType) (P : dist R [finType of D * E]) :
  \sum_d \sum_e P (d, e) = 1.
Proof.
rewrite -[RHS](pr_sum P) pair_bigA; apply: eq_bigr => -[d e] _ //.
Qed.

Lemma out_pair (R : realFieldType) (D E Y : finType) (P : dist R [finType of D * E])
  (W : chan R [finType of D * E] Y) y : \sum_d \sum_e P (d, e) * W (d, e) y = out P W y.
Proof. by rewrite /= /out_ pair_bigA; apply: eq_bigr => -[d e]. Qed.

(* ---- what closes the conditions of `conclude`; none of it searches for a proof of the claim ---- *)
(* a lemma that needs some letter *)
Ltac at_some lemma :=
  match goal with h : denv _ |- _ =>
    first [apply: (lemma _ _ _ (h 0%N 0%N)) | apply: (lemma _ _ _ (h 1%N 0%N)) | apply: (lemma _ _ _ (h 2%N 0%N))
          | apply: (lemma _ _ _ (h 3%N 0%N)) | apply: (lemma _ _ _ (h 4%N 0%N))] end.
Ltac fact :=
  first
    [ done | assumption | exact: exceeds_flag | exact: exceeds_given_flag | exact: peak_ge0
    | exact: peak_of_ge0 | exact: choice_ge0 | exact: choice_of_ge0 | exact: choice_of_total
    | at_some @choice_sum_at | at_some @choice_total_at | exact: above_ge0
    | exact: above_le1 | exact: ltr0Sn | (apply: card_gt0; assumption) | exact: above_total | (apply: mulr_ege1; fact) | exact: pr_ge0 | exact: ch_ge0 | exact: pr_sum | exact: pr_sum2 | exact: out_pair | congr (_ * _); exact: out_pair
    | exact: ch_sum | exact: ltr01 | exact: ler01 | exact: pml_max_gt0 | exact: cpml_max_gt0
    | exact: pml_gt0 | at_some @maxleak_gt0 | exact: maxleak_of_gt0 | exact: cpml_gt0 | exact: pmin_gt0 | exact: pmin_le1 | exact: guess_gt0
    | exact: guess_after_gt0 | exact: gain_after_gt0 | exact: mul0r
    | exact: next_ge0 | exact: next_sum | exact: out_ge0 | exact: out_sum
    | exact: joint_ge0 | exact: joint_le | exact: joint_eq0 | exact: entry_ge0
    | exact: gained_eq0 | exact: entry_eq0 | exact: bigmax_base | exact: lexx
    | apply: gained_ge0; fact | apply: mulr_ge0; [exact: marginal_ge0|exact: out_ge0]
    | rewrite subr_ge0; fact | rewrite subr_gt0; fact | rewrite invr_ge0; fact
    | rewrite invr_gt0; fact | apply: mulr_gt0; fact | apply: mulr_ge0; fact
    | apply: addr_gt0; fact | apply: addr_ge0; fact
    | apply: ltr_paddr; fact | apply: ltr_paddl; fact
    | match goal with |- is_true (_ <= _) => apply: ltW; fact end ].
Ltac introduce := first [move=> [? ?] | move=> ?].
Ltac evident := rewrite /=; repeat introduce; rewrite /=; repeat (split || introduce); fact.
Ltac decided := rewrite /= /decl_ok /tsum /=; repeat (split || (move=> ?)); fact.
Ltac same := let r := fresh in move=> r; reflexivity.
Ltac a_level :=
  first [ apply: plain_level; [same|fact] | apply: inverse_level; [same|fact]
        | apply: over_inverse_level; [same|same|fact|fact]
        | apply: reciprocal_level; [same|fact]
        | apply: ratio_level; [same|same|fact|fact] ].
Ltac surjective := let x := fresh in move=> x; exists x; reflexivity.
Ltac agreed :=
  match goal with
  | |- agrees _ _ (Local _ _ _ _ _) => split; [surjective|evident]
  | |- agrees _ _ (LocalOf _ _ _ _ _ _ _) => split; [surjective|evident]
  | |- agrees _ _ (Ldi _ _ _ _ _ _ _) => split; [surjective|evident]
  | |- _ => evident
  end.
Ltac premise_granted :=
  match goal with
  | |- granted (Stated _ _) => exact I
  | |- granted (Ruled _ _) => exact I
  | |- granted (Most _ _) => split; [agreed|a_level|fact]
  | |- granted (Through _ _ _ _ _) =>
      split; [let v := fresh in move=> v; agreed|a_level|let v := fresh in move=> v; fact
             |split; [agreed|fact]|evident]
  end.
Ltac all_granted :=
  match goal with
  | |- every _ [::] => exact I
  | |- every _ (_ :: _) => split; [premise_granted|all_granted]
  end.
Ltac by_certificates claim :=
  refine (claim _ _ _ _ _ _);
  [by vm_compute | reflexivity | decided | all_granted | agreed | a_level].
(* the same for formulas; what they mean for the claim is one theorem of Sums.v *)
Ltac by_formulas claim := refine (claim _ _ _ _); [by vm_compute | reflexivity | decided | all_granted].
(* a law about events: `says` is what the premise says of one, `heavy` that it is probable enough *)
Ltac law_of says :=
  let f := fresh in let ge0 := fresh in let le1 := fresh in let heavy := fresh in
  let r := fresh in
  move=> f [ge0 _ le1 _ _] [heavy _] r _; apply: (says f ge0 le1); exact: (heavy r I).
