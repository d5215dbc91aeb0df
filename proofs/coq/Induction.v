(* Induction on the number of releases (pmlsym/evidence/induction.py).

   A run is a sequence of worlds, alphabets and tensors for each k. Some are the same at every k; the tensors of the
   state, and the alphabets that they move over, are at k + 1 what `next` makes of the world at k, and at 0 what
   `base` makes of those that are the same; all others are any that are as they are declared and satisfy the facts of
   the increment in each world. Base and step are proved of one opaque state: the invariant, and what the state
   declares, with what stands for the state in its place. Then at every k the invariant holds, and the state is as
   it is declared. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Pmlsym Require Import Polynomial Tensor NormalForm Product Sequent ConvexRows Certificate Checker Soundness.
From Pmlsym Require Import Extensions Enlarge Terms Application Convex Checked Lemmas Eventually.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

(* a goal, from hypotheses, with the letters that are constants of it; its proof may speak of terms *)
Record proved := Proved { p_constants : seq letter; p_terms : seq convex_term; p_facts : seq fact; p_steps : proof;
  p_goal : fact }.
(* what stands for the state, with evidence that it is as it should be, and the proofs of facts that this uses *)
Record side := Side { s_at : application; s_proofs : seq proved }.
Record induction := Induction {
  j_declarations : seq declaration;
  j_state : seq nat; j_moved : seq nat;                     (* tensors, and alphabets, that change with k *)
  j_same : seq nat; j_kept : seq nat;                       (* tensors, and alphabets, that are the same at every k *)
  j_invariant : seq fact; j_shared : seq fact; j_increment : seq fact;
  j_base : side; j_next : side }.

Lemma in_has (A : Type) (P : pred A) x s : P x -> List.In x s -> has P s.
Proof. by move=> px; elim: s => //= y s ih [->|/ih ->]; rewrite ?px ?orbT. Qed.

Definition speaks_of (tensors alphabets : seq nat) (p : poly) : bool :=
  all (fun a => a \in alphabets) (alphabets_in p) &&
  all (fun m => all (fun x => if plain x.1 then x.1 \in tensors else
    if x.1 == 0%N then size x.2 == 2%N else (x.2 == [::]) && (x.1./2 \in alphabets)) m.2.2) p.

Section Check.
Variables (rows : bool) (fuel : nat) (L : seq rule) (J : induction).
Local Notation D := (j_declarations J).
Definition of_state : rule :=
  Rule (only (fun t => t \in j_state J) D) [::] [::] [::] [::] [::] (j_invariant J) F0.
Definition outside : seq declaration := only (fun t => t \notin j_state J) D.
Definition check_proved (E : seq declaration) (allowed : seq fact) (q : proved) : bool :=
  all (fun H => has (fun G => implied G.1 H.1 && states E fuel H.2 G.2) allowed) (p_facts q) &&
  apart_terms (p_terms q) (p_goal q :: p_facts q) &&
  check_certificate rows fuel (p_terms q) L E (p_constants q) (p_facts q) [::] (p_steps q) (p_goal q).
Definition check_side (E : seq declaration) (allowed : seq fact) (s : side) : bool :=
  let i := s_at s in let F := of_state in
  [&& [&& (0 < a_denominator i)%N, all (fun e => plain e.1) (a_bodies i) & all_parameters i == [::]],
      all (check_proved E allowed) (s_proofs s),
      all (fun t => isSome (bodies i t)) (j_state J) && all (fun t => ~~ isSome (bodies i t)) (j_same J),
      all (fun a => products i a == [:: a]) (j_kept J),
      all (fun t => ok_own (r_declarations F) [::] t (own_letters F i t)) (bound_tensors F) &
      shown E [::] fuel [::] (Gt, a_guard i) None &&
      all2 (ok_need E [::] fuel (map p_goal (s_proofs s)) F i) (needs F i) (a_shown i)].
Definition check_induction : bool :=
  let alphabets := j_kept J ++ j_moved J in
  [&& all plain (j_state J ++ j_same J) && all (fun t => t \notin j_same J) (j_state J),
      all (fun a => a \notin j_kept J) (j_moved J),
      all (fun t => all (fun a => a \in alphabets) (d_alphabets (decl D t))) (j_state J) &&
        all (fun t => all (fun a => a \in j_kept J) (d_alphabets (decl D t))) (j_same J),
      all (fun G => speaks_of (j_state J ++ j_same J) alphabets G.2) (j_invariant J) &&
        all (fun G => speaks_of (j_same J) (j_kept J) G.2) (j_shared J),
      (* the base is made of what is the same *)
      all (fun e => speaks_of (j_same J) (j_kept J) e.2.2) (a_bodies (s_at (j_base J))) &&
        all (fun a => all (fun b => b \in j_kept J) (products (s_at (j_base J)) a)) (j_moved J),
      check_side outside (j_shared J) (j_base J) &
      check_side D (j_shared J ++ j_invariant J ++ j_increment J) (j_next J)].
Definition every_proof : seq proof := map p_steps (s_proofs (j_base J) ++ s_proofs (j_next J)).
(* whether a row is used in it or in a lemma, and whether a new alphabet is *)
Definition uses_rows : bool := rows || has has_row every_proof.
End Check.

Section Sound.
Variables (R : realFieldType) (rows : bool) (fuel : nat) (L : seq rule) (J : induction).
Hypothesis LE : forall F, functions F -> every (@holds_eventually R F) L.
Hypothesis LA : ~~ rows -> every (@always_at R) L.
(* such functions are needed where a row is used alone, and such a field where there are new alphabets *)
Hypothesis FF : uses_rows rows J -> exists F : R -> nat -> R -> R -> R, functions F.
Hypothesis archimedean : has enlarges (every_proof J) -> archimedean R.
Local Notation D := (j_declarations J).
Local Notation world := (nat -> seq nat -> R).
Definition start : env := fun _ => 0%N.
(* a fact at all letters *)
Definition true_in (n : nat -> nat) (T : world) (G : fact) : Prop :=
  forall r, wf n r -> holds G.1 (epoly n T r G.2).

(* the alphabets that move, and the tensors of the state, are what stands for them *)
Definition becomes (i : application) (n : nat -> nat) (T : world) (n' : nat -> nat) (T' : world) : Prop :=
  (forall a, a \in j_moved J -> n' a = sizes n (products i a)) /\
  forall t, t \in j_state J -> forall v, T' t v =
    if bodies i t is Some e then
      body n T start (a_denominator i) e (decodes n (products i) (d_alphabets (decl D t)) v) else 0.

Record run (n_ : nat -> nat -> nat) (T_ : nat -> world) : Prop := Run {
  run_letters : forall k a, (0 < n_ k a)%N;
  run_others : forall k, good (n_ k) (T_ k) (outside J);
  run_kept : forall k a, a \in j_kept J -> n_ k a = n_ 0%N a;
  run_same : forall k t, t \in j_same J -> forall v, T_ k t v = T_ 0%N t v;
  run_shared : every (true_in (n_ 0%N) (T_ 0%N)) (j_shared J);
  run_increment : forall k, every (true_in (n_ k) (T_ k)) (j_increment J);
  run_base : becomes (s_at (j_base J)) (n_ 0%N) (T_ 0%N) (n_ 0%N) (T_ 0%N);
  run_next : forall k, becomes (s_at (j_next J)) (n_ k) (T_ k) (n_ k.+1) (T_ k.+1) }.

Lemma true_valid n T C r G : true_in n T G -> valid n T C r G.
Proof. by move=> h r1 w _; apply: h. Qed.

Lemma proved_ok E allowed n T q : List.In (p_steps q) (every_proof J) -> good n T E -> every (true_in n T) allowed ->
  check_proved rows fuel L E allowed q -> true_in n T (p_goal q).
Proof.
move=> qJ g al /andP [/andP [hs /andP [noc nop]] cc] r w.
have ar : enlarges (p_steps q) -> Checked.archimedean R by move=> e; apply: archimedean; exact: in_has e qJ.
have hyps : every (valid n T (p_constants q) r) (p_facts q).
  elim: (p_facts q) hs => //= H Hs ih /andP [hG /ih]; split=> // {ih}.
  elim: allowed al hG => //= G Gs ih [v /ih {}ih] /orP [/andP [im st]|/ih //] r1 w1 _.
  exact/(states_ok H.1 g w1 st)/(implied_ok im)/v.
have okt : ok_terms E [::] (p_terms q) by case/and3P: cc.
case nr : (has_row (p_steps q) || rows).
  have [F fF] : exists F : R -> nat -> R -> R -> R, functions F.
    apply: FF; rewrite /uses_rows; case/orP: nr => [h|->] //; by rewrite (in_has h qJ) orbT.
  have st := @with_terms_steady R n r F (f_stays fF) (p_terms q) [::] (fun _ => T) (fun t _ v => few_const _).
  rewrite -(cats0 L) in cc; have [N0 h] := certificate_eventually fF (LE fF) LA ar cc w st.
  apply: (valid_with_terms (F := F N0) noc) => //; apply: (h N0 (lexx _)) => //; first exact: with_terms_good okt g.
    exact: with_terms_hold okt.
  by split=> //; apply: with_terms_every.
move/norP: nr => [nr nrs]; have /and3P [_ _ ck] := cc.
apply: (valid_with_terms (F := @linear R) noc) => //.
apply: (checked_with (@linear_sub R) ar nr ck w) => //; first exact: with_terms_good okt g.
- by split=> //; apply: with_terms_every.
- by apply: always_every; have := LA nrs; elim: (L) => //= Q qs ih [h /ih]; split=> //; apply: h; exact: linear_sub.
exact: with_terms_hold okt.
Qed.

(* what is proved of what stands for the state is true of what it is like *)
Lemma side_ok E allowed s n T : (forall q, List.In q (s_proofs s) -> List.In (p_steps q) (every_proof J)) ->
  (forall a, (0 < n a)%N) -> good n T E -> every (true_in n T) allowed -> check_side rows fuel L J E allowed s ->
  every (true_in (n1 (n := n) (s_at s)) (@T1 R n T (of_state J) (s_at s) start)) (j_invariant J) /\
  good (n1 (n := n) (s_at s)) (@T1 R n T (of_state J) (s_at s) start) (r_declarations (of_state J)).
Proof.
move=> inJ n0 g al /and5P [/and3P [d0 pb _] pr _ _ /and3P [own gu nd]].
have w : wf n start by move=> x.
have K : every (valid n T [::] start) (map p_goal (s_proofs s)).
  elim: (s_proofs s) pr inJ => //= q qs ih /andP [cq /ih {}ih] inJ; split.
    by apply: true_valid; apply: proved_ok g al cq; apply: inJ; left.
  by apply: ih => q' h; apply: inJ; right.
have none : every (valid n T [::] start) [::] by [].
have gu' := shown_ok g none w (fun x _ => erefl) gu.
have [vi gd] := good1 g K w (fun x _ => erefl) d0 pb gu' own nd.
by split=> //; apply: (every_imply _ vi) => G v r w'; apply: v.
Qed.

Lemma invariant_moves i n n' T T' : all plain (j_state J ++ j_same J) ->
  all (fun t => isSome (bodies i t)) (j_state J) -> all (fun t => ~~ isSome (bodies i t)) (j_same J) ->
  all (fun a => products i a == [:: a]) (j_kept J) ->
  all (fun t => all (fun a => a \in j_kept J) (d_alphabets (decl D t))) (j_same J) ->
  all (fun G => speaks_of (j_state J ++ j_same J) (j_kept J ++ j_moved J) G.2) (j_invariant J) ->
  all (fun t => all (fun a => a \in j_kept J ++ j_moved J) (d_alphabets (decl D t))) (j_state J) ->
  all (fun t => ok_own (r_declarations (of_state J)) [::] t (own_letters (of_state J) i t)) (bound_tensors (of_state J)) ->
  (forall a, 0 < n a)%N -> (forall a, 0 < n' a)%N -> good n T D \/ good n T (outside J) -> good n' T' (outside J) ->
  (forall a, a \in j_kept J -> n' a = n a) -> (forall t, t \in j_same J -> forall v, T' t v = T t v) ->
  becomes i n T n' T' ->
  every (true_in (n1 (n := n) i) (@T1 R n T (of_state J) i start)) (j_invariant J) ->
  good (n1 (n := n) i) (@T1 R n T (of_state J) i start) (r_declarations (of_state J)) ->
  every (true_in n' T') (j_invariant J) /\ good n' T' D.
Proof.
move=> /allP pl /allP st /allP sm /allP kp /allP sk sp /allP sd /allP own n0 n0' g0 g' ke sa [mv be] vi gd.
have alph a : a \in j_kept J ++ j_moved J -> n1 (n := n) i a = n' a.
  rewrite mem_cat /n1 /n_of => /orP [ak|/mv //]; by rewrite (eqP (kp a ak)) /= muln1 ke.
have same_d t : d_alphabets (decl (r_declarations (of_state J)) t) = d_alphabets (decl D t).
  by rewrite /= decl_only; case: ifP.
have tens t v : t \in j_state J ++ j_same J -> @T1 R n T (of_state J) i start t v = T' t v.
  rewrite mem_cat => /orP [ts|ts].
    have pt : plain t by apply: pl; rewrite mem_cat ts.
    rewrite be // /T1 /T_of same_d /inner /with_bodies; case/andP: (pt) => t0 ot.
    by rewrite (negbTE t0) (negbTE ot); have := st t ts; case: (bodies i t).
  have pt : plain t by apply: pl; rewrite mem_cat ts orbT.
  rewrite sa // /T1 T_of_id //.
    by rewrite /inner /with_bodies; have := sm t ts; case: (bodies i t).
  by rewrite same_d; apply/allP => a at_; apply: kp; exact: (allP (sk t ts) a at_).
split.
  elim: (j_invariant J) sp vi => //= G Gs ih /andP [/andP [/allP sa' /allP st'] /ih {}ih] [v /ih {}ih]; split=> // r w.
  pose r2 : env := fun x => if x.1 \in j_kept J ++ j_moved J then r x else 0%N.
  have w2 : wf (n1 (n := n) i) r2.
    move=> x; rewrite /r2; case: ifP => [xa|_]; first by rewrite alph.
    rewrite /n1 /n_of; elim: (products i x.1) => //= b bs ihb; by rewrite muln_gt0 n0.
  have := v r2 w2; rewrite (@epoly_local R (n1 (n := n) i) n' _ T' r2 r) //.
  - by move=> a /sa' /alph.
  - move=> m x u mp xm su; have := allP (st' m mp) x xm; case: ifP => [px|px]; first by apply: tens.
    case: ifP => [/eqP x0 /eqP s2|x0 /andP [/eqP xn xa]].
      rewrite x0; move: su; rewrite s2; case: u => [|a [|b [|c u]]] // _.
      by rewrite (g_delta gd) (g_delta g').
    move: su; rewrite xn => /size0nil ->.
    have e : x.1 = size_tensor x.1./2.
      move: px; rewrite /plain x0 /= => /negbFE o; by rewrite /size_tensor -[LHS](odd_double_half x.1) o.
    by rewrite e !(g_size gd) !(g_size g') alph.
  by move=> x /free_alphabet xa; rewrite /r2 sa'.
split; [exact: (g_delta g')|exact: (g_size g')|move=> t].
case ts: (t \in j_state J); last first.
  by have := g_decl g' t; rewrite decl_only ts.
have := g_decl gd t; rewrite /= decl_only ts; apply: declared_local.
- by move=> v; apply: tens; rewrite mem_cat ts.
- have pt : plain t by apply: pl; rewrite mem_cat ts.
  case tb: (t \in bound_tensors (of_state J)).
    have /and5P [_ /eqP ea _ _ al] := own t tb; rewrite /= decl_only ts in ea al.
    by apply: sub_all al => k /andP [+ _]; rewrite -ea size_map.
  suff -> : decl D t = undeclared by [].
  case: t pt ts tb => [|t] //= /andP [_ /negbTE ot] _ /negbT no; rewrite /= in ot; rewrite ot.
  apply: nth_default; rewrite leqNgt; apply: contra no => lt.
  apply/mapP; exists t./2; first by rewrite mem_iota size_map size_iota.
  by rewrite -[in LHS](odd_double_half t); move/negbFE: ot => ->.
by move=> a ad; apply: alph; exact: (allP (sd t ts) a ad).
Qed.

(* at every k the invariant holds, and the tensors of the state are as they are declared *)
Theorem induction_ok : check_induction rows fuel L J -> forall n_ T_, run n_ T_ ->
  forall k, every (true_in (n_ k) (T_ k)) (j_invariant J) /\ good (n_ k) (T_ k) D.
Proof.
case/and5P => /andP [pl _] _ /andP [sd sk] /andP [sp sh] /and3P [_ cb cn] n_ T_ run_.
have inJ q : List.In q (s_proofs (j_base J) ++ s_proofs (j_next J)) -> List.In (p_steps q) (every_proof J).
  by rewrite /every_proof; elim: (_ ++ _) => //= q' qs ih [->|/ih]; [left|right].
have in1 q : List.In q (s_proofs (j_base J)) -> List.In (p_steps q) (every_proof J).
  by move=> h; apply: inJ; elim: (s_proofs (j_base J)) h => //= q' qs ih [->|/ih]; [left|right].
have in2 q : List.In q (s_proofs (j_next J)) -> List.In (p_steps q) (every_proof J).
  by move=> h; apply: inJ; elim: (s_proofs (j_base J)) => //= q' qs ih; right.
elim=> [|k [vk gk]].
  have [vi gd] := side_ok in1 (run_letters run_ 0) (run_others run_ 0) (run_shared run_) cb.
  have /and5P [_ _ /andP [st sm] kp /and3P [own _ _]] := cb.
  by apply: (invariant_moves pl st sm kp sk sp sd own _ _ _ _ _ _ (run_base run_) vi gd) => //; try exact: (run_letters run_);
    try exact: (run_others run_); right; exact: (run_others run_).
have shk : every (true_in (n_ k) (T_ k)) (j_shared J).
  elim: (j_shared J) sh (run_shared run_) => //= G Gs ih /andP [/andP [/allP sa' /allP st'] /ih {}ih] [v /ih {}ih].
  split=> // r w; pose r2 : env := fun x => if x.1 \in j_kept J then r x else 0%N.
  have w2 : wf (n_ 0%N) r2.
    move=> x; rewrite /r2; case: ifP => [xa|_]; last exact: (run_letters run_).
    by rewrite -(run_kept run_ k xa).
  have := v r2 w2; rewrite (@epoly_local R (n_ 0%N) (n_ k) _ (T_ k) r2 r) //.
  - by move=> a /sa' ak; rewrite (run_kept run_ k ak).
  - move=> m x u mp xm su; have := allP (st' m mp) x xm; case: ifP => [px xs|px].
      by rewrite (run_same run_ k xs).
    case: ifP => [/eqP x0 /eqP s2|x0 /andP [/eqP xn xa]].
      rewrite x0; move: su; rewrite s2; case: u => [|a [|b [|c u]]] // _.
      by rewrite !(g_delta (run_others run_ _)).
    move: su; rewrite xn => /size0nil ->.
    have e : x.1 = size_tensor x.1./2.
      move: px; rewrite /plain x0 /= => /negbFE o; by rewrite /size_tensor -[LHS](odd_double_half x.1) o.
    by rewrite e !(g_size (run_others run_ _)) (run_kept run_ k xa).
  by move=> x /free_alphabet xa; rewrite /r2 sa'.
have al : every (true_in (n_ k) (T_ k)) (j_shared J ++ j_invariant J ++ j_increment J).
  by apply/every_cat; split=> //; apply/every_cat; split=> //; exact: (run_increment run_).
have [vi gd] := side_ok in2 (run_letters run_ k) gk al cn.
have /and5P [_ _ /andP [st sm] kp /and3P [own _ _]] := cn.
apply: (invariant_moves pl st sm kp sk sp sd own _ _ _ _ _ _ (run_next run_ k) vi gd) => //.
- exact: (run_letters run_).
- exact: (run_letters run_).
- by left.
- exact: (run_others run_).
- by move=> a ak; rewrite !(run_kept run_ _ ak).
by move=> t ts v; rewrite !(run_same run_ _ ts).
Qed.
End Sound.

(* the same of a file: its lemmas are proved, and the induction rests on them *)
Theorem induction_checked (R : realFieldType) fuel lemmas J :
  check_lemmas false fuel [::] lemmas && check_induction (rows_in lemmas) fuel (map said_by lemmas) J ->
  (uses_rows (rows_in lemmas) J -> exists F : R -> nat -> R -> R -> R, functions F) ->
  (has enlarges (every_proof J) || lemmas_enlarge lemmas -> archimedean R) ->
  forall n_ T_, run J n_ T_ -> forall k, every (@true_in R (n_ k) (T_ k)) (j_invariant J) /\
    good (n_ k) (T_ k) (j_declarations J).
Proof.
case/andP => ckl ck FF ar n_ T_ run_.
have arl : lemmas_enlarge lemmas -> archimedean R by move=> e; apply: ar; rewrite e orbT.
apply: (induction_ok _ _ FF _ ck run_) => [F fF|nr|e]; last by apply: ar; rewrite e.
  by have [] := @lemmas_eventually R F fF false fuel lemmas [::] I (fun _ => I) ckl arl.
have := fun f (sub : forall k, sublinear (f k) (at_one k)) => lemmas_ok sub (L := [::]) I ckl nr arl.
elim: (map said_by lemmas) => //= Q qs ih h; split=> [f sub|]; first by have [] := h f sub.
by apply: ih => f sub; have [] := h f sub.
Qed.
