(* Convex terms are tensors that are given by the others: at any values of these there are such. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent Certificate Checker Soundness.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

Lemma updl_in r r0 (l : seq letter) x : x \in l -> updl r0 l (map r l) x = r x.
Proof. by move=> xl; rewrite /updl xl (nth_map i0) ?index_mem // nth_index. Qed.

Section Terms.
Variables (R : realFieldType) (n : nat -> nat) (r0 : env).
Definition term_value (F : nat -> R -> R -> R -> R) (T : nat -> seq nat -> R) (t : convex_term) (v : seq nat) : R :=
  let r := updl r0 (ct_letters t) v in let at_ p := epoly n T r p / (ct_denominator t)%:R in
  F (ct_function t).1 (order_at n T r (ct_function t)) (at_ (ct_a t)) (at_ (ct_b t)).
Fixpoint with_terms (F : nat -> R -> R -> R -> R) (ts : seq convex_term) (T : nat -> seq nat -> R) :=
  if ts is t :: ts' then with_terms F ts' (updT T (ct_tensor t) (term_value F T t)) else T.

Lemma with_terms_out F ts : forall T s v, s \notin map ct_tensor ts -> with_terms F ts T s v = T s v.
Proof.
elim: ts => //= t ts ih T s v; rewrite inE negb_or => /andP [ne /ih ->].
by rewrite /updT (negbTE ne).
Qed.

Lemma ok_terms_seen D ts : forall seen, ok_terms D seen ts -> all (fun s => s \notin map ct_tensor ts) seen.
Proof.
elim: ts => [|t ts ih] seen; first by rewrite all_predT.
case/and5P => /andP [_ no] _ _ _ /ih /allP h; apply/allP => s sn; rewrite inE negb_or h.
  rewrite andbT; apply: contraNneq no => <-; by rewrite mem_cat sn.
by rewrite inE mem_cat sn orbT.
Qed.

Lemma ok_terms_cat D ts ts' : forall seen, ok_terms D seen (ts ++ ts') -> exists seen', ok_terms D seen' ts'.
Proof. by elim: ts => [|t ts ih] seen; [exists seen|case/and5P => _ _ _ _ /ih]. Qed.

Lemma with_terms_hold F D ts : forall seen T, ok_terms D seen ts -> terms_hold n (with_terms F ts T) F ts.
Proof.
elim: ts => //= t ts ih seen T /and5P [/andP [_ no] _ _ /and3P [u /allP fr _] ok]; split; last exact: ih ok.
set T1 := updT _ _ _ => r w; have /allP seen1 := ok_terms_seen ok.
rewrite with_terms_out; last by apply: seen1; rewrite mem_head.
rewrite {1}/T1 /updT eqxx /term_value.
have arg p : {subset tensors_of p <= tensors_of (ct_arguments t)} -> {subset free p <= free (ct_arguments t)} ->
    epoly n T (updl r0 (ct_letters t) (map r (ct_letters t))) p = epoly n (with_terms F ts T1) r p.
  move=> tp fp; rewrite (@epoly_ext _ n T _ r); last by move=> x /fp /fr; apply: updl_in.
  apply: epoly_T => s v /tp sp; rewrite with_terms_out; last by apply: seen1; rewrite inE !mem_cat sp !orbT.
  by rewrite /T1 /updT; case: eqP => // e; rewrite -e mem_cat sp orbT in no.
have cat_t p q : tensors_of (p ++ q) = tensors_of p ++ tensors_of q by rewrite /tensors_of map_cat flatten_cat.
have cat_f p q : free (p ++ q) = free p ++ free q by rewrite /free map_cat flatten_cat.
by rewrite /order_at -!arg // => x; rewrite /ct_arguments ?cat_t ?cat_f !mem_cat => ->; rewrite ?orbT.
Qed.

Lemma with_terms_good F D ts : forall seen T, ok_terms D seen ts -> good n T D -> good n (with_terms F ts T) D.
Proof.
elim: ts => //= t ts ih seen T /and5P [/andP [pt _] _ /andP [/norP [n1 /norP [n2 /norP [n3 n4]]] /eqP st] _ ok] g.
apply: ih ok _; apply: good_updT => //.
by split=> v; rewrite ?(negbTE n1) ?(negbTE n2) ?(negbTE n3) ?(negbTE n4) ?st.
Qed.

(* terms that are there hold still *)
Lemma terms_still_hold F D ts ts' : forall seen T, ok_terms D seen (ts ++ ts') -> terms_hold n T F ts ->
  terms_hold n (with_terms F ts' T) F (ts ++ ts').
Proof.
move=> seen T ok th; have [seen' ok'] := ok_terms_cat ok.
have new := with_terms_hold F T ok'; rewrite /terms_hold every_cat; split=> //; move: ok th.
elim: ts seen => //= t ts ih seen /and5P [_ _ _ _ ok] [h /(ih _ ok)]; split=> // r w.
have /allP out := ok_terms_seen ok.
have same s v : s \in ct_tensor t :: tensors_of (ct_arguments t) -> with_terms F ts' T s v = T s v.
  move=> sn; apply: with_terms_out; have := out s; rewrite inE mem_cat; rewrite inE in sn.
  have -> : (s == ct_tensor t) || ((s \in seen) || (s \in tensors_of (ct_arguments t))).
    by case/orP: sn => ->; rewrite ?orbT.
  by move/(_ isT); rewrite map_cat mem_cat => /norP [].
have cat_t p q : tensors_of (p ++ q) = tensors_of p ++ tensors_of q by rewrite /tensors_of map_cat flatten_cat.
rewrite same ?mem_head // h // /order_at; congr (F _ (_ / _) (_ / _) (_ / _)); apply: epoly_T => s v sp;
  by rewrite same // inE !cat_t !mem_cat sp ?orbT.
Qed.

(* terms hold still where a tensor is another one of which they do not speak *)
Lemma terms_apart (F : nat -> R -> R -> R -> R) (T T' : nat -> seq nat -> R) s ts : (forall u v, u != s -> T u v = T' u v) ->
  all (fun G => s \notin tensors_of G.2) (facts_of_terms ts) -> terms_hold n T F ts -> terms_hold n T' F ts.
Proof.
move=> same; elim: ts => //= t ts ih /and5P [na nb no nt /ih {}ih] [h /ih]; split=> // r w.
have out p : s \notin tensors_of p -> epoly n T r p = epoly n T' r p.
  by move=> no'; apply: epoly_T => u v up; apply: same; apply: contraNneq no' => <-.
rewrite /order_at -!out // -h // -same //; apply: contraNneq nt => ->; by rewrite /tensors_of /= inE eqxx.
Qed.

(* what does not speak of them says the same *)
Lemma with_terms_same F ts p : all (fun t => ct_tensor t \notin tensors_of p) ts ->
  forall T s v, s \in tensors_of p -> T s v = with_terms F ts T s v.
Proof.
move=> no T s v sp; rewrite with_terms_out //; elim: ts no => //= t ts ih /andP [nt /ih h].
by rewrite inE negb_or h andbT; apply: contraNneq nt => <-.
Qed.
Lemma with_terms_valid F ts T C G : all (fun t => ct_tensor t \notin tensors_of G.2) ts ->
  valid n T C r0 G -> valid n (with_terms F ts T) C r0 G.
Proof. by move=> no; apply: valid_T => s v sG; apply: with_terms_same sG. Qed.
Lemma valid_with_terms F ts T C G : all (fun t => ct_tensor t \notin tensors_of G.2) ts ->
  valid n (with_terms F ts T) C r0 G -> valid n T C r0 G.
Proof. by move=> no; apply: valid_T => s v sG; apply/esym; exact: with_terms_same sG. Qed.
Lemma with_terms_every F ts T C Gs : apart_terms ts Gs -> every (valid n T C r0) Gs ->
  every (valid n (with_terms F ts T) C r0) Gs.
Proof. by elim: Gs => //= G Gs ih /andP [no /ih {}ih] [v /ih]; split=> //; apply: with_terms_valid. Qed.
End Terms.
