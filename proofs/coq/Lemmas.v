(* Proofs with lemmas. A lemma is a rule that is proved, perhaps with lemmas before it; all that it speaks of is
   bound, so that it holds whatever the alphabets and the tensors are. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent Certificate Checker Soundness Checked.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Sound.
Variables (R : realFieldType).

Theorem lemma_ok fuel L F p :
  (forall n (T : nat -> seq nat -> R) r, every (rule_holds n T r) L) -> check_lemma fuel L F p ->
  forall n (T : nat -> seq nat -> R) r, rule_holds n T r F.
Proof.
move=> LV /and4P [_ _ _ ck] n T r n' T' r1 g w _ _ _ prem; exact: (checked_with w ck g).
Qed.

Theorem lemmas_ok fuel lemmas : forall L, (forall n (T : nat -> seq nat -> R) r, every (rule_holds n T r) L) ->
  check_lemmas fuel L lemmas -> forall n (T : nat -> seq nat -> R) r, every (rule_holds n T r) (map fst lemmas).
Proof.
elim: lemmas => //= -[F p] lemmas ih L LV /andP [ok more] n T r.
have h := lemma_ok LV ok; split; first exact: h.
by apply: ih more _ _ _ => n' T' r'; apply/every_rcons.
Qed.

(* a proof with lemmas proves its goal from facts, laws and rules *)
Theorem proof_checked fuel lemmas L D C A S p goal : check_proof fuel lemmas L D C A S p goal ->
  forall n (T : nat -> seq nat -> R) r0, Polynomial.wf n r0 -> good n T D -> models n D C r0 T A S ->
  every (rule_holds n T r0) L -> valid n T C r0 goal.
Proof.
case/andP => ok ck n T r0 w g m lV; apply: (checked_with w ck g m); apply/every_cat; split=> //.
exact: (@lemmas_ok fuel lemmas [::] _ ok).
Qed.
End Sound.
