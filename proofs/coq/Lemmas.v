(* Proofs with lemmas. A lemma is a rule that is proved, perhaps with lemmas before it; all that it speaks of
  is
   bound, so that it holds whatever the alphabets and the tensors are. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent Certificate Checker Soundness Convex Checked.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Sound.
Variables (R : realFieldType).

Theorem lemma_ok fuel L F p :
  (forall n (T : nat -> seq nat -> R) r, every (rule_holds n T r) L) -> check_lemma fuel L F p ->
  forall n (T : nat -> seq nat -> R) r, rule_holds n T r F.
Proof.
move=> LV /and4P [_ _ _ /andP [nr ck]] n T r n' T' r1 g w _ _ _ prem.
have c := @checked_with R n' (@linear R) [::] (@linear_sub R) L _ _ r1 fuel (premises F) [::] p _ nr w.
rewrite /= cats0 in c; exact: (c _ _ _ ck T' g (conj prem I) (LV n' T' r1) I).
Qed.

Theorem lemmas_ok fuel lemmas : forall L, (forall n (T : nat -> seq nat -> R) r, every (rule_holds n T r) L)
  ->
  check_lemmas fuel L lemmas -> forall n (T : nat -> seq nat -> R) r, every (rule_holds n T r) (map fst
    lemmas).
Proof.
elim: lemmas => //= -[F p] lemmas ih L LV /andP [ok more] n T r.
have h := lemma_ok LV ok; split; first exact: h.
by apply: ih more _ _ _ => n' T' r'; apply/every_rcons.
Qed.

(* A proof with lemmas and without rows proves its goal from facts, laws and rules, whatever sublinear functions F
   the terms are of. *)
Theorem proof_checked fuel lemmas ts L D C A S p goal : check_proof fuel lemmas ts L D C A S p goal ->
  ~~ has_row p -> forall F : nat -> R -> R -> R, (forall f, sublinear (F f) (at_one f)) ->
  forall n (T : nat -> seq nat -> R) r0, Polynomial.wf n r0 -> good n T D -> terms_hold n T F ts ->
  models n D C r0 T A S -> every (rule_holds n T r0) L -> valid n T C r0 goal.
Proof.
case/andP => ok /and4P [_ _ _ ck] nr F sub n T r0 w g tH m lV; apply: (checked_with sub nr w ck g m) => //.
by apply/every_cat; split=> //; exact: (@lemmas_ok fuel lemmas [::] _ ok).
Qed.
End Sound.
