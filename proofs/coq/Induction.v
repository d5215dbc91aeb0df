(* Induction on the number of releases (pmlsym/kernel/induction.py).

   A run is a sequence of worlds, alphabets and tensors for each k. Some are the same at every k; the tensors of the
   state, and the alphabets that they move over, are at k + 1 what `next` makes of the world at k, and at 0 what
   `base` makes of those that are the same; all others are any that are as they are declared and satisfy the facts of
   the increment in each world. Base and step are proved of one opaque state: the invariant, and what the state
   declares, with what stands for the state in its place. Then at every k the invariant holds, and the state is as
   it is declared.

   Facts may speak of convex terms, and are then meant at each N: for every k and all large N, if at N the shared facts
   hold and those of the increments before k, so does the invariant at k. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Pmlsym Require Import Polynomial Tensor NormalForm Product Sequent ConvexRows Certificate Checker Soundness.
From Pmlsym Require Import Extensions Enlarge Same Terms Application Convex Checked Lemmas Eventually.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

(* a goal, from hypotheses, with the letters that are constants of it *)
Record proved := Proved { p_constants : seq letter; p_facts : seq fact; p_steps : proof; p_goal : fact }.
(* what stands for the state, with evidence that it is as it should be, and the proofs of facts that this uses *)
Record side := Side { s_at : application; s_proofs : seq proved }.
Record induction := Induction {
  j_declarations : seq declaration;
  j_state : seq nat; j_moved : seq nat;                     (* tensors, and alphabets, that change with k *)
  j_same : seq nat; j_kept : seq nat;                       (* tensors, and alphabets, that are the same at every k *)
  (* terms of what is the same; of the state too; and further ones, of increments, of what stands for the state, of proofs *)
  j_fixed : seq convex_term; j_moving : seq convex_term; j_further : seq convex_term;
  j_invariant : seq fact; j_shared : seq fact; j_increment : seq fact;
  j_base : side; j_next : side }.
Definition terms_of (J : induction) : seq convex_term := (j_fixed J ++ j_moving J) ++ j_further J.

Lemma in_has (A : Type) (P : pred A) x s : P x -> List.In x s -> has P s.
Proof. by move=> px; elim: s => //= y s ih [->|/ih ->]; rewrite ?px ?orbT. Qed.

Section Check.
Variables (rows : bool) (fuel : nat) (L : seq rule) (J : induction).
Local Notation D := (j_declarations J).
Local Notation ts := (terms_of J).
Definition of_state : rule :=
  Rule (only (fun t => t \in j_state J) D) [::] (j_fixed J ++ j_moving J) [::] [::] [::] (j_invariant J) F0.
Definition outside : seq declaration := only (fun t => t \notin j_state J) D.
Definition check_proved (E : seq declaration) (allowed : seq fact) (q : proved) : bool :=
  all (fun H => has (fun G => implied G.1 H.1 && states E fuel H.2 G.2) allowed) (p_facts q) &&
  check_certificate rows fuel ts L E (p_constants q) (p_facts q) (p_steps q) (p_goal q).
Definition check_side (E : seq declaration) (allowed : seq fact) (s : side) : bool :=
  let i := s_at s in let F := of_state in
  [&& [&& (0 < a_denominator i)%N, all (fun e => plain e.1) (a_bodies i) & all_parameters i == [::]],
      all (check_proved E allowed) (s_proofs s) && ok_terms E [::] ts,
      all (fun t => isSome (bodies i t)) (j_state J) && all (fun t => ~~ isSome (bodies i t)) (j_same J),
      all (fun a => products i a == [:: a]) (j_kept J) &&
        all (fun e => (e.1 \in j_state J) ==> all (fun t => ct_tensor t \notin tensors_of e.2.2) ts) (a_bodies i),
      all (fun t => ok_own (r_declarations F) [::] t (own_letters F i t)) (bound_tensors F) &
      [&& shown E [::] fuel [::] (Gt, a_guard i) None,
          all2 (ok_need E [::] fuel (map p_goal (s_proofs s)) F i) (needs F i) (a_shown i) &
          all2 (ok_image E fuel ts F i) (r_terms F) (a_terms i)]].
Definition check_induction : bool :=
  let alphabets := j_kept J ++ j_moved J in let tensors := j_state J ++ j_same J in
  [&& all plain tensors && all (fun t => t \notin j_same J) (j_state J),
      all (fun a => a \notin j_kept J) (j_moved J) && all (fun t => ct_tensor t \notin tensors) ts,
      all (fun t => all (fun a => a \in alphabets) (d_alphabets (decl D t))) (j_state J) &&
        all (fun t => all (fun a => a \in j_kept J) (d_alphabets (decl D t))) (j_same J),
      [&& all (fun G => speaks_of tensors (rev (j_fixed J ++ j_moving J)) alphabets G.2) (j_invariant J),
          all (fun G => speaks_of (j_same J) (rev (j_fixed J)) (j_kept J) G.2) (j_shared J),
          terms_speak_of tensors [::] alphabets (j_fixed J ++ j_moving J) &
          terms_speak_of (j_same J) [::] (j_kept J) (j_fixed J)],
      (* the base is made of what is the same *)
      all (fun e => (e.1 \in j_state J) ==> speaks_of (j_same J) [::] (j_kept J) e.2.2) (a_bodies (s_at (j_base J))) &&
        all (fun a => all (fun b => b \in j_kept J) (products (s_at (j_base J)) a)) (j_moved J),
      check_side outside (j_shared J) (j_base J) &
      check_side D (j_shared J ++ j_invariant J ++ j_increment J) (j_next J)].
Definition every_proof : seq proof := map p_steps (s_proofs (j_base J) ++ s_proofs (j_next J)).
(* whether a row is used in it or in a lemma, and whether a new alphabet is *)
Definition uses_rows : bool := rows || has has_row every_proof.
End Check.

Definition start : env := fun _ => 0%N.
Section Sound.
Variables (R : realFieldType) (rows : bool) (fuel : nat) (L : seq rule) (J : induction).
Variable F : R -> nat -> R -> R -> R -> R.
Hypothesis sub : eventually (fun N => all_sublinear (F N)).
Hypothesis LE : functions F -> every (always_eventually F) L.
Hypothesis LA : ~~ rows -> every (@always_at R) L.
(* such functions are needed where a row is used alone, and such a field where there are new alphabets *)
Hypothesis FF : uses_rows rows J -> functions F.
Hypothesis archimedean : has enlarges (every_proof J) -> archimedean R.
Local Notation D := (j_declarations J).
Local Notation ts := (terms_of J).
Local Notation world := (nat -> seq nat -> R).
(* a fact at all letters *)
Definition true_in (n : nat -> nat) (T : world) (G : fact) : Prop :=
  forall r, wf n r -> holds G.1 (epoly n T r G.2).
(* a world with its terms, at N *)
Definition at_ (N : R) (n : nat -> nat) (T : world) : world := with_terms n start (F N) ts T.

(* alphabets that move, and tensors of the state, are what stands for them *)
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
  run_base : becomes (s_at (j_base J)) (n_ 0%N) (T_ 0%N) (n_ 0%N) (T_ 0%N);
  run_next : forall k, becomes (s_at (j_next J)) (n_ k) (T_ k) (n_ k.+1) (T_ k.+1) }.

Lemma proved_ok E allowed n T q : List.In (p_steps q) (every_proof J) -> (forall a, (0 < n a)%N) ->
  check_proved rows fuel L J E allowed q ->
  eventually (fun N => good n T E -> every (true_in n (at_ N n T)) allowed -> true_in n (at_ N n T) (p_goal q)).
Proof.
move=> qJ n0 /andP [hs cc].
have w0 : wf n start by move=> x.
have ar : enlarges (p_steps q) -> Checked.archimedean R by move=> e; apply: archimedean; exact: in_has e qJ.
have okt : ok_terms E [::] ts by case/and3P: cc.
have gA N : good n T E -> good n (at_ N n T) E by exact: with_terms_good okt.
have tA N : terms_hold n (at_ N n T) (F N) ts by exact: with_terms_hold okt.
have hyps N r : good n T E -> every (true_in n (at_ N n T)) allowed -> every (valid n (at_ N n T) (p_constants q) r) (p_facts q).
  move=> g al; elim: (p_facts q) hs => //= H Hs ih /andP [hG /ih {}ih]; split=> // {ih}.
  elim: allowed al hG => //= G Gs ih [v /ih {}ih] /orP [/andP [im st]|/ih //] r1 w1 _.
  exact/(states_ok H.1 (gA N g) w1 st)/(implied_ok im)/v.
suff : eventually (fun N => forall r, wf n r -> good n T E -> every (true_in n (at_ N n T)) allowed ->
    valid n (at_ N n T) (p_constants q) r (p_goal q)).
  by apply: eventually_imp => N h g al r w; apply: (h r).
apply: (eventually_letters (l := p_constants q) w0) => [r r' N _ ag h g al|r w].
  by apply: (valid_agree ag); apply: h.
case nr : (has_row (p_steps q) || rows).
  have fF : functions F by apply: FF; rewrite /uses_rows; case/orP: nr => [h|->] //; rewrite (in_has h qJ) orbT.
  have st := @with_terms_steady R n start F (f_stays fF) ts [::] (fun _ => T) (fun t _ v => few_const _).
  have [lE lK] := always_kept n T r n (fun N => at_ N n T) r (LE fF).
  have := certificate_eventually fF lE lK (fun nr' => always_large fF _ _ _ (LA nr')) ar cc w st.
  by apply: eventually_imp => N h g al; apply: h => //; [exact: gA|exact: hyps].
move/norP: nr => [nr nrs]; have /and3P [_ _ ck] := cc.
apply: eventually_imp sub => N sN g al.
apply: (checked_with sN ar nr ck w) => //; [exact: gA|exact: hyps|].
by apply: always_every; have := LA nrs; elim: (L) => //= Q qs ih [h /ih]; split=> //; apply: h.
Qed.

(* what is proved of what stands for the state is true of what it is like *)
Lemma side_ok E allowed s n T : (forall q, List.In q (s_proofs s) -> List.In (p_steps q) (every_proof J)) ->
  (forall a, (0 < n a)%N) -> check_side rows fuel L J E allowed s ->
  eventually (fun N => good n T E -> every (true_in n (at_ N n T)) allowed ->
    let T1_ := @T1 R n (at_ N n T) (of_state J) (s_at s) start in
    [/\ every (true_in (n1 (n := n) (s_at s)) T1_) (j_invariant J), good n (at_ N n T) E,
        good (n1 (n := n) (s_at s)) T1_ (r_declarations (of_state J)) &
        terms_hold (n1 (n := n) (s_at s)) T1_ (F N) (j_fixed J ++ j_moving J)]).
Proof.
move=> inJ n0 /and5P [/and3P [d0 pb _] /andP [pr okt] _ _ /and3P [own gu /andP [nd im]]].
have w : wf n start by move=> x.
have K : eventually (fun N => good n T E -> every (true_in n (at_ N n T)) allowed ->
    every (valid n (at_ N n T) [::] start) (map p_goal (s_proofs s))).
  elim: (s_proofs s) pr inJ => [|q qs ih] /=; first by move=> _ _; apply: eventually_all.
  case/andP => cq /ih {}ih inJ.
  have := eventually_and (proved_ok T (inJ q (or_introl erefl)) n0 cq) (ih (fun q' h => inJ q' (or_intror h))).
  by apply: eventually_imp => N [h hs] g al; split=> [r wr _|]; [apply: h|apply: hs].
apply: eventually_imp (eventually_and sub K) => N [sN kN] g al; have {}kN := kN g al.
have gN : good n (at_ N n T) E by exact: with_terms_good okt g.
have none : every (valid n (at_ N n T) [::] start) [::] by [].
have gu' := shown_ok gN none w (fun x _ => erefl) gu.
have [vi gd] := good1 gN kN w (fun x _ => erefl) d0 pb gu' own nd.
split=> //; first by apply: (every_imply _ vi) => G v r w'; apply: v.
by apply: (images_ok gN sN _ w d0 pb im); exact: with_terms_hold okt.
Qed.

Lemma terms_prefix n T N : terms_hold n (at_ N n T) (F N) ts -> terms_hold n (at_ N n T) (F N) (j_fixed J ++ j_moving J).
Proof. by rewrite /terms_hold /terms_of every_cat => -[]. Qed.

Lemma at_plain N n T t : all (fun c => ct_tensor c \notin j_state J ++ j_same J) ts -> t \in j_state J ++ j_same J ->
  forall v, at_ N n T t v = T t v.
Proof.
move=> no tin v; apply: with_terms_out; elim: (ts) no => //= c more ih /andP [nc /ih {}ih].
by rewrite inE negb_or ih andbT; apply: contraNneq nc => <-.
Qed.

Lemma invariant_moves i n n' T T' N : all plain (j_state J ++ j_same J) ->
  all (fun c => ct_tensor c \notin j_state J ++ j_same J) ts ->
  all (fun t => isSome (bodies i t)) (j_state J) -> all (fun t => ~~ isSome (bodies i t)) (j_same J) ->
  all (fun a => products i a == [:: a]) (j_kept J) ->
  all (fun e => (e.1 \in j_state J) ==> all (fun t => ct_tensor t \notin tensors_of e.2.2) ts) (a_bodies i) ->
  all (fun t => all (fun a => a \in j_kept J) (d_alphabets (decl D t))) (j_same J) ->
  all (fun G => speaks_of (j_state J ++ j_same J) (rev (j_fixed J ++ j_moving J)) (j_kept J ++ j_moved J) G.2) (j_invariant J) ->
  terms_speak_of (j_state J ++ j_same J) [::] (j_kept J ++ j_moved J) (j_fixed J ++ j_moving J) ->
  all (fun t => all (fun a => a \in j_kept J ++ j_moved J) (d_alphabets (decl D t))) (j_state J) ->
  all (fun t => ok_own (r_declarations (of_state J)) [::] t (own_letters (of_state J) i t)) (bound_tensors (of_state J)) ->
  ok_terms (outside J) [::] ts -> (forall a, 0 < n a)%N -> (forall a, 0 < n' a)%N -> good n' T' (outside J) ->
  (forall a, a \in j_kept J -> n' a = n a) -> (forall t, t \in j_same J -> forall v, T' t v = T t v) ->
  becomes i n T n' T' -> let T1_ := @T1 R n (at_ N n T) (of_state J) i start in
  every (true_in (n1 (n := n) i) T1_) (j_invariant J) -> good (n1 (n := n) i) T1_ (r_declarations (of_state J)) ->
  terms_hold (n1 (n := n) i) T1_ (F N) (j_fixed J ++ j_moving J) ->
  every (true_in n' (at_ N n' T')) (j_invariant J) /\ good n' T' D.
Proof.
move=> /allP pl nt /allP st /allP sm /allP kp /allP ap /allP sk sp tp /allP sd /allP own okO n0 n0' g' ke sa [mv be] T1_ vi gd th.
have alph a : a \in j_kept J ++ j_moved J -> n1 (n := n) i a = n' a.
  rewrite mem_cat /n1 /n_of => /orP [ak|/mv //]; by rewrite (eqP (kp a ak)) /= muln1 ke.
have same_d t : d_alphabets (decl (r_declarations (of_state J)) t) = d_alphabets (decl D t).
  by rewrite /= decl_only; case: ifP.
have tens t v : t \in j_state J ++ j_same J -> T1_ t v = T' t v.
  rewrite mem_cat => /orP [ts_|ts_].
    have pt : plain t by apply: pl; rewrite mem_cat ts_.
    rewrite be // /T1_ /T1 /T_of same_d /inner /with_bodies; case/andP: (pt) => t0 ot.
    rewrite (negbTE t0) (negbTE ot); have := st t ts_; case eb: (bodies i t) => [e|] // _.
    rewrite /body; congr (_ / _); apply: epoly_T => s u sp_; apply: with_terms_out.
    have := ap _ (find_body_in eb); rewrite /= ts_ /=; elim: (ts) => //= c more ih /andP [nc /ih {}ih].
    by rewrite inE negb_or ih andbT; apply: contraNneq nc => <-.
  have pt : plain t by apply: pl; rewrite mem_cat ts_ orbT.
  rewrite sa // -(at_plain N n T nt) ?mem_cat ?ts_ ?orbT // /T1_ /T1 T_of_id //.
    by rewrite /inner /with_bodies; have := sm t ts_; case: (bodies i t).
  by rewrite same_d; apply/allP => a a_in; apply: kp; exact: (allP (sk t ts_) a a_in).
have w1 : forall a, (0 < n1 (n := n) i a)%N.
  by move=> a; rewrite /n1 /n_of; elim: (products i a) => //= b bs ihb; rewrite muln_gt0 n0.
have gd' : good n' T' D.
  split; [exact: (g_delta g')|exact: (g_size g')|move=> t].
  case ts_: (t \in j_state J); last first.
    by have := g_decl g' t; rewrite decl_only ts_.
  have := g_decl gd t; rewrite /= decl_only ts_; apply: declared_local.
  - by move=> v; apply: tens; rewrite mem_cat ts_.
  - have pt : plain t by apply: pl; rewrite mem_cat ts_.
    case tb: (t \in bound_tensors (of_state J)).
      have /and5P [_ /eqP ea _ _ al] := own t tb; rewrite /= decl_only ts_ in ea al.
      by apply: sub_all al => k /andP [+ _]; rewrite -ea size_map.
    suff -> : decl D t = undeclared by [].
    case: t pt ts_ tb => [|t] //= /andP [_ /negbTE ot] _ /negbT no; rewrite /= in ot; rewrite ot.
    apply: nth_default; rewrite leqNgt; apply: contra no => lt.
    apply/mapP; exists t./2; first by rewrite mem_iota size_map size_iota.
    by rewrite -[in LHS](odd_double_half t); move/negbFE: ot => ->.
  by move=> a ad; apply: alph; exact: (allP (sd t ts_) a ad).
split=> //.
have g2 : good n' (at_ N n' T') (outside J) by exact: with_terms_good okO g'.
have t2 : terms_hold n' (at_ N n' T') (F N) (j_fixed J ++ j_moving J) by apply: terms_prefix; exact: with_terms_hold okO.
have tens2 t : t \in j_state J ++ j_same J -> forall v, T1_ t v = at_ N n' T' t v.
  by move=> tin v; rewrite tens // (at_plain N n' T' nt).
have [same un] := @terms_same R _ n' T1_ (at_ N n' T') _ _ _ _ (F N) w1 gd g2 alph tens2 _ [::] I isT tp th t2.
rewrite cats0 in same un.
elim: (j_invariant J) sp vi => //= G Gs ih /andP [sG /ih {}ih] [v /ih {}ih]; split=> // r w.
rewrite -(speaks_same gd g2 alph tens2 same un sG w); apply: v; exact: (within_wf w1 alph w).
Qed.

(* at every k, for all large N, the invariant holds, and the tensors of the state are as they are declared *)
Theorem induction_ok : check_induction rows fuel L J -> forall n_ T_, run n_ T_ -> forall k, eventually (fun N =>
  every (true_in (n_ 0%N) (at_ N (n_ 0%N) (T_ 0%N))) (j_shared J) ->
  (forall j, (j < k)%N -> every (true_in (n_ j) (at_ N (n_ j) (T_ j))) (j_increment J)) ->
  every (true_in (n_ k) (at_ N (n_ k) (T_ k))) (j_invariant J) /\ good (n_ k) (T_ k) D).
Proof.
case/and5P => /andP [pl _] /andP [_ nt] /andP [sd sk] /and4P [sp sh tp tf] /and3P [_ cb cn] n_ T_ run_.
have inJ q : List.In q (s_proofs (j_base J) ++ s_proofs (j_next J)) -> List.In (p_steps q) (every_proof J).
  by rewrite /every_proof; elim: (_ ++ _) => //= q' qs ih [->|/ih]; [left|right].
have in1 q : List.In q (s_proofs (j_base J)) -> List.In (p_steps q) (every_proof J).
  by move=> h; apply: inJ; elim: (s_proofs (j_base J)) h => //= q' qs ih [->|/ih]; [left|right].
have in2 q : List.In q (s_proofs (j_next J)) -> List.In (p_steps q) (every_proof J).
  by move=> h; apply: inJ; elim: (s_proofs (j_base J)) => //= q' qs ih; right.
have okO : ok_terms (outside J) [::] ts by case/and5P: cb => _ /andP [].
elim=> [|k ih].
  have := side_ok (T_ 0%N) in1 (run_letters run_ 0) cb; apply: eventually_imp => N h s0 _.
  have [vi _ gd th] := h (run_others run_ 0) s0.
  have /and5P [_ _ /andP [st sm] /andP [kp ap] /and3P [own _ _]] := cb.
  by apply: (invariant_moves pl nt st sm kp ap sk sp tp sd own okO _ _ _ _ _ (run_base run_) vi gd th) => //;
    try exact: (run_letters run_); exact: (run_others run_).
have := eventually_and ih (side_ok (T_ k) in2 (run_letters run_ k) cn); apply: eventually_imp => N [hk h] s0 inc.
have [vk gk] := hk s0 (fun j lt => inc j (ltnW lt)).
have same_n a : a \in j_kept J -> n_ 0%N a = n_ k a by move=> ak; rewrite (run_kept run_ k ak).
have g_at j : good (n_ j) (at_ N (n_ j) (T_ j)) (outside J) by exact: with_terms_good okO (run_others run_ j).
have t_at j : terms_hold (n_ j) (at_ N (n_ j) (T_ j)) (F N) (j_fixed J).
  have th : terms_hold (n_ j) (at_ N (n_ j) (T_ j)) (F N) ts by exact: with_terms_hold okO.
  by have := terms_prefix th; rewrite /terms_hold every_cat => -[].
have same_t t : t \in j_same J -> forall v, at_ N (n_ 0%N) (T_ 0%N) t v = at_ N (n_ k) (T_ k) t v.
  by move=> tin v; rewrite !at_plain ?mem_cat ?tin ?orbT // (run_same run_ k tin).
have [same un] := @terms_same R _ (n_ k) _ _ _ _ _ _ (F N) (run_letters run_ 0) (g_at 0%N) (g_at k) same_n same_t _ [::] I isT
  tf (t_at 0%N) (t_at k).
rewrite cats0 in same un.
have shk : every (true_in (n_ k) (at_ N (n_ k) (T_ k))) (j_shared J).
  elim: (j_shared J) sh s0 {h inc hk} => //= G Gs ih' /andP [sG /ih' {}ih'] [v /ih' {}ih']; split=> // r w.
  rewrite -(speaks_same (g_at 0%N) (g_at k) same_n same_t same un sG w); apply: v.
  exact: (within_wf (run_letters run_ 0) same_n w).
have al : every (true_in (n_ k) (at_ N (n_ k) (T_ k))) (j_shared J ++ j_invariant J ++ j_increment J).
  by apply/every_cat; split=> //; apply/every_cat; split=> //; exact: inc.
have [vi _ gd th] := h gk al.
have /and5P [_ _ /andP [st sm] /andP [kp ap] /and3P [own _ _]] := cn.
apply: (invariant_moves pl nt st sm kp ap sk sp tp sd own okO _ _ _ _ _ (run_next run_ k) vi gd th) => //.
- exact: (run_letters run_).
- exact: (run_letters run_).
- exact: (run_others run_).
- by move=> a ak; rewrite !(run_kept run_ _ ak).
by move=> t tin v; rewrite !(run_same run_ _ tin).
Qed.
End Sound.

(* the same of a file: its lemmas are proved, and the induction rests on them *)
Theorem induction_eventually (R : realFieldType) fuel lemmas J (F : R -> nat -> R -> R -> R -> R) :
  check_lemmas false fuel [::] lemmas && check_induction (rows_in lemmas) fuel (map said_by lemmas) J ->
  eventually (fun N => all_sublinear (F N)) -> (uses_rows (rows_in lemmas) J -> functions F) ->
  (has enlarges (every_proof J) || lemmas_enlarge lemmas -> archimedean R) ->
  forall n_ T_, run J n_ T_ -> forall k, eventually (fun N =>
    every (true_in (n_ 0%N) (at_ J F N (n_ 0%N) (T_ 0%N))) (j_shared J) ->
    (forall j, (j < k)%N -> every (true_in (n_ j) (at_ J F N (n_ j) (T_ j))) (j_increment J)) ->
    every (true_in (n_ k) (at_ J F N (n_ k) (T_ k))) (j_invariant J) /\ good (n_ k) (T_ k) (j_declarations J)).
Proof.
case/andP => ckl ck sub FF ar n_ T_ run_.
have arl : lemmas_enlarge lemmas -> archimedean R by move=> e; apply: ar; rewrite e orbT.
apply: (induction_ok sub _ _ FF _ ck run_) => [fF|nr|e]; last by apply: ar; rewrite e.
  by have [] := @lemmas_eventually R F fF false fuel lemmas [::] I (fun _ => I) ckl arl.
have := fun f (sf : all_sublinear f) => lemmas_ok sf (L := [::]) I ckl nr arl.
elim: (map said_by lemmas) => //= Q qs ih h; split=> [f sf|]; first by have [] := h f sf.
by apply: ih => f sf; have [] := h f sf.
Qed.

(* without terms, at every k; such functions are needed where a row is used alone *)
Theorem induction_checked (R : realFieldType) fuel lemmas J :
  check_lemmas false fuel [::] lemmas && check_induction (rows_in lemmas) fuel (map said_by lemmas) J ->
  nilp (terms_of J) ->
  (uses_rows (rows_in lemmas) J -> exists F : R -> nat -> R -> R -> R -> R, functions F) ->
  (has enlarges (every_proof J) || lemmas_enlarge lemmas -> archimedean R) ->
  forall n_ T_, run J n_ T_ -> every (@true_in R (n_ 0%N) (T_ 0%N)) (j_shared J) ->
  (forall k, every (true_in (n_ k) (T_ k)) (j_increment J)) ->
  forall k, every (true_in (n_ k) (T_ k)) (j_invariant J) /\ good (n_ k) (T_ k) (j_declarations J).
Proof.
move=> ck /nilP no FF ar n_ T_ run_ s0 inc k.
have [F [sub fF]] : exists F : R -> nat -> R -> R -> R -> R, eventually (fun N => all_sublinear (F N)) /\
    (uses_rows (rows_in lemmas) J -> functions F).
  case u: (uses_rows _ _) FF; last by exists (fun _ => @linear R); split=> //; apply: eventually_all => N; exact: linear_sub.
  by case=> // F fF; exists F; split=> //; exact: f_sublinear fF.
have [N0 h] := induction_eventually ck sub fF ar run_ k.
have e n T : at_ J F N0 n T = T by rewrite /at_ no.
by have := h N0 (lexx _); rewrite !e; apply=> // j _; rewrite e.
Qed.
