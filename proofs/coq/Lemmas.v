(* Proofs with lemmas. A lemma is a rule that is proved, perhaps with lemmas before it; all that it speaks of
   is bound, so that it holds whatever the alphabets and the tensors are. Its terms are of any sublinear functions here,
   where no row is used; Eventually.v has those with rows. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent Certificate Checker Soundness Terms Convex Checked.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(* the new alphabets of lemmas *)
Definition lemmas_enlarge (lemmas : seq proved_rule) : bool := has (fun l => enlarges l.2) lemmas.

Section Sound.
Variables (R : realFieldType) (F : nat -> R -> R -> R).
Hypothesis sub : forall f, sublinear (F f) (at_one f).
(* everywhere, whatever the alphabets, tensors and letters are *)
Definition always (Q : rule) : Prop := forall n (T : nat -> seq nat -> R) r, rule_holds n T F r Q.

Lemma always_every L n (T : nat -> seq nat -> R) r : every always L -> every (rule_holds n T F r) L.
Proof. by elim: L => //= Q L ih [h /ih]; split=> //; apply: h. Qed.

Theorem lemma_ok rows fuel L Q ts p : every always L -> check_lemma rows fuel L (Q, ts, p) -> ~~ has_row p ->
  (enlarges p -> archimedean R) -> always Q.
Proof.
move=> LV /and3P [_ /andP [noc nop] /and3P [okt _ ck]] nr ar n T r n' T' r1 g w th _ _ _ prem.
have [seen okt'] := ok_terms_cat okt; apply: (valid_with_terms (F := F) noc).
apply: (checked_with sub ar nr ck w) => //; first exact: with_terms_good okt' g.
- by split=> //; apply: with_terms_every.
- exact: always_every.
exact: terms_still_hold okt th.
Qed.

Theorem lemmas_ok rows fuel lemmas : forall L, every always L -> check_lemmas rows fuel L lemmas ->
  ~~ rows_in lemmas -> (lemmas_enlarge lemmas -> archimedean R) -> every always (rules_of lemmas).
Proof.
elim: lemmas rows => //= -[[Q ts] p] lemmas ih rows L LV /andP [ok more] /norP [nr nrs] ar.
have h := lemma_ok LV ok nr (fun e => ar (introT orP (or_introl e))); split; first exact: h.
by apply: (ih _ _ _ more nrs) => [|e]; [apply/every_rcons|apply: ar; move: e; rewrite /lemmas_enlarge /= => ->; rewrite orbT].
Qed.

(* A proof with lemmas and without rows proves its goal from facts, laws and rules, whatever sublinear functions F
   the terms are of. *)
Theorem proof_checked fuel lemmas ts L D C A S p goal : check_proof fuel lemmas ts L D C A S p goal ->
  ~~ has_row p -> ~~ rows_in lemmas -> (enlarges p || lemmas_enlarge lemmas -> archimedean R) ->
  forall n (T : nat -> seq nat -> R) r0, Polynomial.wf n r0 -> good n T D -> terms_hold n T F ts ->
  models n D C r0 T A S -> every (rule_holds n T F r0) L -> valid n T C r0 goal.
Proof.
case/and3P => ok _ /and3P [_ _ ck] nr nrs ar n T r0 w g tH m lV.
apply: (checked_with sub _ nr ck) => // [e|]; first by apply: ar; rewrite e.
apply/every_cat; split=> //; apply: always_every.
by apply: (lemmas_ok (L := [::]) _ ok nrs) => // e; apply: ar; rewrite e orbT.
Qed.
End Sound.
