(* Proofs with lemmas. A lemma is a rule that is proved, perhaps with lemmas before it; all that it speaks of
   is bound, so that it holds whatever the alphabets and the tensors are. Its terms are of any sublinear functions here,
   where no row is used; Eventually.v has those with rows. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent Certificate Checker Soundness Enlarge Terms Convex Checked.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(* the new alphabets of lemmas *)
Definition lemmas_enlarge (lemmas : seq lemma) : bool := has (fun l => enlarges (l_proof l)) lemmas.

(* hidden tensors are some that are as they are declared *)
Section Hidden.
Variables (R : realFieldType) (l : lemma) (n : nat -> nat).
Local Notation D := (r_declarations (l_rule l)).
Local Notation world := (nat -> seq nat -> R).
Definition filled (T : world) (t : nat) (v : seq nat) : R :=
  if t \in l_hidden l then inhabitant R n (decl D t) v else T t v.
Hypothesis n0 : forall a, (0 < n a)%N.
Hypothesis ok : all (fun t => [&& plain t, t \notin spoken (l_rule l) & inhabited (decl D t)]) (l_hidden l).

Lemma filled_good T : good n T (r_declarations (said_by l)) -> good n (filled T) D.
Proof.
have out t : ~~ plain t -> (t \in l_hidden l) = false.
  by move=> np; apply/negP => /(allP ok) /and3P [pt _ _]; rewrite pt in np.
case=> gd gs gt; split.
- by move=> a b; rewrite /filled out //; exact: gd.
- by move=> a; rewrite /filled out; [exact: gs|rewrite /plain /size_tensor /= odd_double].
move=> t; rewrite /filled; case th: (t \in l_hidden l).
  by have /and3P [_ _ inh] := allP ok t th; apply: inhabitant_ok.
by have := gt t; rewrite decl_only th.
Qed.

Lemma filled_same T p : {subset tensors_of p <= spoken (l_rule l)} -> forall t v, t \in tensors_of p -> T t v = filled T t v.
Proof.
move=> sub t v /sub ts; rewrite /filled; case: ifP => // th.
by have /and3P [_ no _] := allP ok t th; rewrite ts in no.
Qed.

Lemma conclusion_spoken : {subset tensors_of (r_conclusion (l_rule l)).2 <= spoken (l_rule l)}.
Proof. by move=> x xs; rewrite /spoken /= !mem_cat xs. Qed.

Lemma filled_premises T C r : every (valid n T C r) (premises (l_rule l)) ->
  every (valid n (filled T) C r) (premises (l_rule l)).
Proof.
have : {subset flatten [seq tensors_of G.2 | G <- premises (l_rule l)] <= spoken (l_rule l)}.
  by move=> x xs; rewrite /spoken /= !mem_cat xs orbT.
elim: (premises _) => //= G Gs ih sub [v /ih h]; split.
  by apply: valid_T v; apply: filled_same => x xs; apply: sub; rewrite mem_cat xs.
by apply: h => x xs; apply: sub; rewrite mem_cat xs orbT.
Qed.

Lemma filled_terms T F : terms_hold n T F (r_terms (l_rule l)) -> terms_hold n (filled T) F (r_terms (l_rule l)).
Proof.
have : {subset flatten [seq tensors_of (ct_arguments t) ++ [:: ct_tensor t] | t <- r_terms (l_rule l)] <=
    spoken (l_rule l)} by move=> x xs; rewrite /spoken mem_cat xs orbT.
rewrite /terms_hold; elim: (r_terms _) => //= t qs ih sub [h /ih hs]; split; last first.
  by apply: hs => x xs; apply: sub; rewrite mem_cat xs orbT.
have cat_t p q : tensors_of (p ++ q) = tensors_of p ++ tensors_of q by rewrite /tensors_of map_cat flatten_cat.
have same p : {subset tensors_of p <= tensors_of (ct_arguments t) ++ [:: ct_tensor t]} ->
    forall s v, s \in tensors_of p -> T s v = filled T s v.
  by move=> h'; apply: filled_same => x xs; apply: sub; rewrite mem_cat h'.
move=> r w; rewrite /order_at -!(epoly_T n r (@same _ _)); [|move=> x xs; rewrite !cat_t !mem_cat xs ?orbT //..].
by rewrite -h // -(@same (entry (ct_tensor t) [::])) // => [x|]; rewrite ?inE /tensors_of /= ?inE // mem_cat inE => ->;
  rewrite orbT.
Qed.
End Hidden.


Section Sound.
Variables (R : realFieldType) (F : nat -> R -> R -> R -> R).
Hypothesis sub : all_sublinear F.
(* everywhere, whatever the alphabets, tensors and letters are *)
Definition always (Q : rule) : Prop := forall n (T : nat -> seq nat -> R) r, rule_holds n T F r Q.

Lemma always_every L n (T : nat -> seq nat -> R) r : every always L -> every (rule_holds n T F r) L.
Proof. by elim: L => //= Q L ih [h /ih]; split=> //; apply: h. Qed.

Theorem lemma_ok rows fuel L l : every always L -> check_lemma rows fuel L l -> ~~ has_row (l_proof l) ->
  (enlarges (l_proof l) -> archimedean R) -> always (said_by l).
Proof.
move=> LV /and3P [hid /andP [noc nop] /and3P [okt _ ck]] nr ar n T r n' T' r1 g w th _ _ _ prem.
have [seen okt'] := ok_terms_cat okt; have n0 := wf_pos w.
apply: (valid_T (T := filled l n' T')) => [s v /(filled_same n' hid T' (@conclusion_spoken l)) -> //|].
apply: (valid_with_terms (F := F) noc); apply: (checked_with sub ar nr ck w) => //.
- by apply: with_terms_good okt' _; apply: filled_good.
- by apply: with_terms_every => //; apply: filled_premises.
- exact: always_every.
by apply: terms_still_hold okt _; apply: filled_terms.
Qed.

Theorem lemmas_ok rows fuel lemmas : forall L, every always L -> check_lemmas rows fuel L lemmas ->
  ~~ rows_in lemmas -> (lemmas_enlarge lemmas -> archimedean R) -> every always (map said_by lemmas).
Proof.
elim: lemmas rows => //= l lemmas ih rows L LV /andP [ok more] /norP [nr nrs] ar.
have h := lemma_ok LV ok nr (fun e => ar (introT orP (or_introl e))); split; first exact: h.
by apply: (ih _ _ _ more nrs) => [|e]; [apply/every_rcons|apply: ar; move: e; rewrite /lemmas_enlarge /= => ->; rewrite orbT].
Qed.

(* A proof with lemmas and without rows proves its goal from facts and rules, whatever sublinear functions F
   the terms are of. *)
Theorem proof_checked fuel lemmas ts L D C A p goal : check_proof fuel lemmas ts L D C A p goal ->
  ~~ has_row p -> ~~ rows_in lemmas -> (enlarges p || lemmas_enlarge lemmas -> archimedean R) ->
  forall n (T : nat -> seq nat -> R) r0, Polynomial.wf n r0 -> good n T D -> terms_hold n T F ts ->
  every (valid n T C r0) A -> every (rule_holds n T F r0) L -> valid n T C r0 goal.
Proof.
case/andP => ok /andP [_ /and3P [_ _ ck]] nr nrs ar n T r0 w g tH m lV.
apply: (checked_with sub _ nr ck) => // [e|]; first by apply: ar; rewrite e.
apply/every_cat; split=> //; apply: always_every.
by apply: (lemmas_ok (L := [::]) _ ok nrs) => // e; apply: ar; rewrite e orbT.
Qed.
End Sound.

(* without terms there are no functions to speak of *)
Corollary sequent_checked (R : realFieldType) fuel lemmas L D C A p goal :
  check_proof fuel lemmas [::] L D C A p goal -> ~~ has_row p && ~~ rows_in lemmas ->
  (enlarges p || lemmas_enlarge lemmas -> archimedean R) -> forall n (T : nat -> seq nat -> R) r0,
  Polynomial.wf n r0 -> good n T D -> every (valid n T C r0) A -> every (rule_holds n T (@linear R) r0) L ->
  valid n T C r0 goal.
Proof.
move=> ok /andP [nr nrs] ar n T r0 w g m lV.
exact: (proof_checked (@linear_sub R) ok nr nrs ar w g).
Qed.
