(* Two worlds in which the same tensors and alphabets are alike: so is what speaks of these alone, convex terms among it. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent Certificate Checker Soundness Enlarge.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

(* each term speaks of these tensors and alphabets, and of terms before it *)
Fixpoint terms_speak_of (tensors : seq nat) (before : seq convex_term) (alphabets : seq nat) (ts : seq convex_term) : bool :=
  if ts is t :: more then
    [&& all (fun a => a \in alphabets) (map fst (ct_letters t)), uniq (ct_letters t),
        speaks_of tensors before alphabets (ct_a t), speaks_of tensors before alphabets (ct_b t),
        speaks_of tensors before alphabets (order_of (ct_function t)) &
        terms_speak_of tensors (t :: before) alphabets more]
  else true.

(* two worlds in which these tensors and alphabets are the same: so are their terms, and what speaks of them *)
Section Same.
Variables (R : realFieldType) (n n' : nat -> nat) (T T' : nat -> seq nat -> R) (D D' : seq declaration).
Variables (tensors alphabets : seq nat) (f : nat -> R -> R -> R -> R).
Hypothesis n0 : forall a, (0 < n a)%N.
Hypothesis g : good n T D.
Hypothesis g' : good n' T' D'.
Hypothesis same_n : forall a, a \in alphabets -> n a = n' a.
Hypothesis same_T : forall t, t \in tensors -> forall v, T t v = T' t v.
Definition same_terms (ts : seq convex_term) : Prop :=
  every (fun t => forall r, wf n' r -> T (ct_tensor t) (map r (ct_letters t)) = T' (ct_tensor t) (map r (ct_letters t))) ts.
Definition within (r : env) : env := fun x => if x.1 \in alphabets then r x else 0%N.

Lemma within_wf r : wf n' r -> wf n (within r).
Proof. by move=> w x; rewrite /within; case: ifP => // /same_n ->. Qed.

Lemma epoly_wf r (p : poly) : wf n' r -> (forall m x r1, m \in p -> x \in m.2.2 -> wf n' r1 -> T x.1 (map r1 x.2) = T' x.1 (map r1 x.2)) ->
  epoly n' T r p = epoly n' T' r p.
Proof.
move=> w h; rewrite /epoly; apply: eq_big_seq => m mp; congr (_ * _).
rewrite /emono; apply: eq_esum_wf => // r1 w1; rewrite /eatoms; apply: eq_big_seq => x xm.
exact: h mp xm w1.
Qed.

Lemma speaks_same ts (p : poly) r : same_terms ts -> all (fun t => uniq (ct_letters t)) ts -> speaks_of tensors ts alphabets p ->
  wf n' r -> epoly n T (within r) p = epoly n' T' r p.
Proof.
move=> st us /andP [/allP sa /allP sp] w.
rewrite (@epoly_local R n n' T T (within r) r) // => [|a /sa /same_n //|x /free_alphabet xa]; last by rewrite /within sa.
apply: epoly_wf => // m x r1 mp xm w1; have := allP (sp m mp) x xm; case: ifP => [px|px].
  case/orP => [/same_T //|]; elim: (ts) st us => //= t more ih [st0 /ih {}ih] /andP [ut /ih {}ih] /orP [|/ih //].
  case/andP => /eqP ex /eqP el; rewrite ex; pose r2 := updl r1 (ct_letters t) (map r1 x.2).
  have sz : size (map r1 x.2) = size (ct_letters t) by rewrite size_map -(size_map fst) el size_map.
  have e : map r2 (ct_letters t) = map r1 x.2 by apply: map_updl.
  rewrite -e; apply: st0 => y; rewrite /r2 /updl; case: ifP => // yl.
  have il : (index y (ct_letters t) < size x.2)%N by rewrite -(size_map r1) sz index_mem.
  rewrite (nth_map i0) //; have <- : (nth i0 x.2 (index y (ct_letters t))).1 = y.1; last exact: w1.
  by rewrite -(nth_map i0 0%N fst) // el (nth_map i0) ?index_mem // nth_index.
case: ifP => [/eqP -> /eqP|x0 /andP [/eqP xn xa]].
  by case: (x.2) => [|a [|b [|c u]]] // _; rewrite /= (g_delta g) (g_delta g').
have e : x.1 = size_tensor x.1./2.
  by move: px; rewrite /plain x0 /= => /negbFE o; rewrite /size_tensor -[LHS](odd_double_half x.1) o.
by rewrite xn e (g_size g) (g_size g') same_n.
Qed.

Lemma terms_same ts : forall before, same_terms before -> all (fun t => uniq (ct_letters t)) before ->
  terms_speak_of tensors before alphabets ts -> terms_hold n T f ts -> terms_hold n' T' f ts ->
  same_terms (rev ts ++ before) /\ all (fun t => uniq (ct_letters t)) (rev ts ++ before).
Proof.
elim: ts => [|t ts ih] before sb ub //= /and5P [/allP al u sa sb' /andP [so' so]] [h hs] [h' hs'].
rewrite rev_cons cat_rcons; apply: (ih (t :: before)) => //=; last by rewrite u.
split=> // r w; have -> : map r (ct_letters t) = map (within r) (ct_letters t).
  by apply/eq_in_map => x xl; rewrite /within al // map_f.
rewrite h; last exact: within_wf.
rewrite /order_at !(@speaks_same before _ r) // -(h' r w); congr (T' _ _).
by apply/eq_in_map => x xl; rewrite /within al // map_f.
Qed.
End Same.

(* a law is a rule *)
Lemma law_holds (R : realFieldType) n (T : nat -> seq nat -> R) D C r0 F s : wf n r0 -> good n T D ->
  ok_law D C s -> svalid n D C r0 T s -> rule_holds n T F r0 (rule_of D C s).
Proof.
move=> w0 g /and3P [pt pl /andP [sc scs]] sv n' T' r1 g' w1 _ sa st sl prem.
set t := parameter s in pt pl sc scs st *; set Q := rule_of D C s in sc scs sa st sl *.
have n0 a : (0 < n a)%N by apply: leq_ltn_trans (w0 (a, 0%N)).
have n0' a : (0 < n' a)%N by apply: leq_ltn_trans (w1 (a, 0%N)).
have alike a : a \in shared_alphabets Q -> n a = n' a by move=> /sa.
have gB : as_declared n (decl D t) (T' t).
  have := g_decl g' t; rewrite decl_only eqxx; apply: declared_local => // a ad.
  by apply: sa; rewrite /= mem_cat ad.
have gT : good n (updT T t (T' t)) D by exact: good_updT.
have alike_T u : u \in t :: shared_tensors Q -> forall v, updT T t (T' t) u v = T' u v.
  rewrite inE /updT => /orP [/eqP -> v|us v]; first by rewrite eqxx.
  by case: eqP => [->|_] //; rewrite st.
have at_ (G : fact) r : speaks_of (t :: shared_tensors Q) [::] (shared_alphabets Q) G.2 -> wf n' r ->
    epoly n (updT T t (T' t)) (within (shared_alphabets Q) r) G.2 = epoly n' T' r G.2.
  by move=> sG w; apply: (speaks_same gT g' alike alike_T) sG w.
have back (G : fact) r : speaks_of (t :: shared_tensors Q) [::] (shared_alphabets Q) G.2 -> wf n r ->
    epoly n' T' (within (shared_alphabets Q) r) G.2 = epoly n (updT T t (T' t)) r G.2.
  move=> sG w; have alike' a : a \in shared_alphabets Q -> n' a = n a by move/alike.
  by apply: (speaks_same g' gT alike' _) sG w => // u us v; rewrite alike_T.
have conds : every (valid n (updT T t (T' t)) C r0) (conditions s).
  rewrite /= in prem; move: prem scs; elim: (conditions s) => //= G Gs ih [v /ih {}ih] /andP [sG /ih {}ih]; split=> // {ih} r w ag.
  pose r2 : env := fun x => if x.1 \in shared_alphabets Q then r x else r1 x.
  have e2 : epoly n' T' r2 G.2 = epoly n (updT T t (T' t)) r G.2.
    rewrite -(back G r sG w); apply: epoly_ext => x /free_alphabet xa.
    by have /andP [/allP sa' _] := sG; rewrite /r2 /within sa'.
  rewrite -e2; apply: v => x; first by rewrite /r2; case: ifP => // xa; rewrite -(alike _ xa).
  by move=> xC; rewrite /r2; case: ifP => // _; rewrite sl ?ag.
move=> r w ag; pose r2 : env := fun x => if x.1 \in shared_alphabets Q then r x else r0 x.
have e2 : epoly n (updT T t (T' t)) r2 (conclusion s).2 = epoly n' T' r (conclusion s).2.
  rewrite -(at_ (conclusion s) r sc w); apply: epoly_ext => x /free_alphabet xa.
  by have /andP [/allP sa' _] := sc; rewrite /r2 /within sa'.
rewrite -e2; apply: (sv _ gB conds) => x; first by rewrite /r2; case: ifP => // xa; rewrite (alike _ xa).
by move=> xC; rewrite /r2; case: ifP => // _; rewrite ag ?sl.
Qed.
