(* A rule may be applied: what its bound alphabets become are products, what its tensors become are
   polynomials, and its letters become letters. The conclusion so translated holds, times the guard, if the
   premises so translated do. What stands for a convex term is the function of what stands for its arguments. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Pmlsym Require Import Polynomial Tensor NormalForm Product Sequent Certificate Checker Soundness
  Extensions Convex.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Lemma scaled_value (R : realFieldType) (g : R -> R -> R) (d m a b v : R) (j k : nat) :
  (forall v a b, 0 <= v -> g (v * a) (v * b) = v * g a b) -> 0 < d -> 0 < m ->
  m * d ^+ (j + k) * v - d * g (d ^+ k * (d ^+ j * a)) (d ^+ j * (d ^+ k * b)) = 0 -> v / d = g (a / m) (b / m).
Proof.
move=> hom d0 m0; have p0 : 0 <= m * d ^+ (j + k) by rewrite mulr_ge0 ?exprn_ge0 // ltW.
have nz : m * d ^+ (j + k) != 0 by rewrite mulf_neq0 ?expf_neq0 // gt_eqF.
have arg c e : e = d ^+ (j + k) * c -> e = m * d ^+ (j + k) * (c / m).
  by move=> ->; rewrite mulrAC mulrCA divff ?mulr1 ?(mulrC c) // gt_eqF.
rewrite (arg a (d ^+ k * (d ^+ j * a))); last by rewrite mulrA -exprD addnC.
rewrite (arg b (d ^+ j * (d ^+ k * b))); last by rewrite mulrA -exprD.
rewrite hom // => /eqP; rewrite subr_eq0 mulrCA => /eqP /(mulfI nz) ->.
by rewrite mulrAC divff ?mul1r // gt_eqF.
Qed.

Section Apply.
Context {R : realFieldType} {n : nat -> nat} {T : nat -> seq nat -> R}.
Variables (D : seq declaration) (C : seq letter) (r0 : env) (fuel : nat) (K : seq fact) (ts : seq convex_term).
Variable f : nat -> R -> R -> R -> R.
Hypothesis G : good n T D.
Hypothesis KV : every (valid n T C r0) K.
Hypothesis sub : all_sublinear f.
Hypothesis TH : terms_hold n T f ts.

Lemma image_fits sg tab x : map fst (image_of sg tab x) = sg x.1.
Proof. by rewrite /image_of; case: ifP => [/eqP //|_]; rewrite -map_comp map_id. Qed.

Lemma find_body_in e s bodies : find_body bodies s = Some e -> (s, e) \in bodies.
Proof.
rewrite /find_body; elim: bodies => //= -[s' e'] bs ih; rewrite inE /=.
by case: (s' =P s) => [-> [->]|_ /ih ->]; rewrite ?eqxx ?orbT.
Qed.

Lemma not_bound F t : t \notin bound_tensors F -> decl (r_declarations F) t = undeclared.
Proof.
case: t => [|t] //=; case o: (odd t) => //=; rewrite ?o // => no.
apply: nth_default; rewrite leqNgt; apply: contra no => lt.
apply/mapP; exists t./2; first by rewrite mem_iota.
by rewrite -[in LHS](odd_double_half t) o.
Qed.

Section One.
Variables (F : rule) (i : application) (r : env).
Hypothesis w : wf n r.
Hypothesis ag : agree C r r0.
Hypothesis d0 : (0 < a_denominator i)%N.
Hypothesis pb : all (fun e => plain e.1) (a_bodies i).

Local Notation DF := (r_declarations F).
Local Notation sg := (products i).
Local Notation at_ := (images_at i).
Local Notation bo := (bodies i).
Local Notation ps := (all_parameters i).
Definition inner : nat -> seq nat -> R := with_bodies n T r (a_denominator i) bo.
Definition n1 : nat -> nat := n_of n sg.
Definition T1 : nat -> seq nat -> R := T_of n inner DF sg.
Definition r1 : env := code_of n sg at_ r.

Lemma body_plain t : ~~ plain t -> bo t = None.
Proof.
case e: (bo t) => [b|] // /negP; case; exact: (allP pb _ (find_body_in e)).
Qed.

Lemma inner_delta k l : inner 0%N [:: k; l] = (k == l)%:R.
Proof. by rewrite /inner /with_bodies body_plain //= (g_delta G). Qed.

Lemma inner_size a : inner (size_tensor a) [::] = (n a)%:R.
Proof.
rewrite /inner /with_bodies body_plain; first exact: (g_size G).
by rewrite /plain /size_tensor /= odd_double.
Qed.

Lemma at_fits x : map fst (at_ x) = sg x.1. Proof. exact: image_fits. Qed.
Lemma need_fits x : map fst (images_need F i x) = sg x.1.
Proof. by rewrite /images_need; case: ifP => _; apply: image_fits. Qed.

Lemma wf1 : wf n1 r1.
Proof. exact: (code_wf at_fits w). Qed.

(* the value of what a polynomial becomes *)
Lemma translate_ok im r2 r3 p : (forall x, map fst (im x) = sg x.1) -> wf n r2 ->
  (forall x, x \in ps -> r2 x = r x) -> ok_translate F i im p ->
  (forall x, x \in free p -> r3 x = code_of n sg im r2 x) ->
  exists2 k : R, 0 < k & epoly n T r2 (translate i im p) = epoly n T r2 (a_guard i) * (k * epoly n1 T1 r3 p).
Proof.
move=> fi w2 e2 /and3P [oe orp om] e3.
exists ((a_denominator i)%:R ^+ degree bo (expand_poly sg im p)); first by rewrite exprn_gt0 // ltr0n.
rewrite /translate mulp_ok // (@replace_ok _ n T r _ _ _ _ d0 _ _ e2 orp); congr (_ * (_ * _)).
exact: (@expand_poly_ok _ n inner DF sg im fi inner_delta inner_size r2 r3 p w2 oe e3).
Qed.

Hypothesis guard0 : 0 < epoly n T r (a_guard i).

Lemma need_ok Gf u : ok_need D C fuel K F i Gf u -> valid n1 T1 (r_constants F) r1 Gf.
Proof.
case/and4P => ot sh un /allP old r3 w3 ag3.
set Q := quantified_in F Gf in un old; set new := images _ Q in un old.
pose r2 := spread n sg (images_new i) r r3 Q.
have fits_new x : map fst (images_new i x) = sg x.1 by exact: image_fits.
have out x : x \in C ++ ps ++ free (a_guard i) ++
    images at_ [seq x <- free Gf.2 | x \in r_constants F] -> r2 x = r x.
  move=> xo; apply: spread_out => //; apply/negP => /old; by rewrite xo.
have w2 : wf n r2 by exact: spread_wf.
have ag2 : agree C r2 r0 by move=> x xC; rewrite out ?ag // mem_cat xC.
have := shown_ok G KV w2 ag2 sh.
have e2 x : x \in ps -> r2 x = r x by move=> xp; rewrite out // !mem_cat xp orbT.
have e3 x : x \in free Gf.2 -> r3 x = code_of n sg (images_need F i) r2 x.
  move=> xf; rewrite /code_of /images_need; case: ifP => xC.
    rewrite ag3 // /r1 /code_of; congr encode; apply/eq_in_map => z zx; rewrite out // !mem_cat.
    apply/orP; right; apply/orP; right; apply/orP; right; apply/flattenP; exists (at_ x) => //.
    by apply: map_f; rewrite mem_filter xC.
  have xQ : x \in Q by rewrite mem_undup mem_filter xC.
  exact/esym/(spread_in fits_new).
have [k k0 ->] := translate_ok need_fits w2 e2 ot e3.
have -> : epoly n T r2 (a_guard i) = epoly n T r (a_guard i).
  by apply: epoly_ext => x xg; rewrite out // !mem_cat xg !orbT.
by move/(holds_scale _ _ guard0)/(holds_scale _ _ k0).
Qed.

Lemma good1 us : all (fun t => ok_own DF (r_constants F) t (own_letters F i t)) (bound_tensors F) ->
  all2 (ok_need D C fuel K F i) (needs F i) us -> every (valid n1 T1 (r_constants F) r1) (premises F) /\
  good n1 T1 DF.
Proof.
move=> own al; have : every (valid n1 T1 (r_constants F) r1) (needs F i).
  by elim: (needs F i) us al => //= Gf Gs ih [|u us] //= /andP [/need_ok v /ih].
rewrite /needs every_cat => -[vp vs]; split=> //; split.
- by move=> k l; rewrite /T1 /T_of.
- by move=> a; rewrite /T1 /T_of /size_tensor /= odd_double /= uphalf_double.
move=> t; case tb: (t \in bound_tensors F).
  apply: (needs_good wf1 _ (allP own t tb)) => //.
  elim: (bound_tensors F) tb vs {own} => //= t' us' ih; rewrite inE every_cat => /orP [/eqP ->|/ih h] [] //.
by rewrite not_bound ?tb //; split.
Qed.

(* the terms of the rule are what they are, of what stands for the others *)
Lemma image_ok t e r' : ok_image D fuel ts F i t e -> wf n1 r' -> T1 (ct_tensor t) (map r' (ct_letters t)) =
  f (ct_function t).1 (order_at n1 T1 r' (ct_function t)) (epoly n1 T1 r' (ct_a t) / (ct_denominator t)%:R) (epoly n1 T1 r' (ct_b t) / (ct_denominator t)%:R).
Proof.
move=> ok w'; move: ok; rewrite /ok_image; case eb: (bodies i (ct_tensor t)) => [[pl' c]|] //.
set im := image_of _ _; set pl := images im _.
case/and5P => /and3P [ps_ /eqP al dt] /allP fr /and3P [/eqP epl up /allP out] /and4P [/andP [ea oa] /andP [eb' ob] /andP [eo oo] _].
case/andP => rd z; rewrite {pl'}epl in eb.
have fi x : map fst (im x) = sg x.1 by exact: image_fits.
pose r2 := spread n sg im r r' (ct_letters t).
have w2 : wf n r2 by exact: spread_wf.
have e2 x : x \in ps -> r2 x = r x.
  by move=> xp; apply: spread_out; apply/negP => /out; rewrite xp.
have codes x : x \in ct_letters t -> r' x = code_of n sg im r2 x by move=> xl; exact/esym/spread_in.
have at_ : T1 (ct_tensor t) (map r' (ct_letters t)) = epoly n T r2 c / (a_denominator i)%:R.
  rewrite /T1 /T_of; case/andP: ps_ => /negbTE -> /negbTE ->; rewrite al.
  have -> : map r' (ct_letters t) = map (code_of n sg im r2) (ct_letters t) by apply/eq_in_map => x /codes.
  rewrite (decodes_codes fi) // -/pl /inner /with_bodies eb /body; congr (_ / _); apply: epoly_ext => x _.
  rewrite /updl; case: ifP => [xp|/negbT xp]; first by rewrite (nth_map i0) ?index_mem // nth_index.
  by rewrite /r2 spread_out.
have arg p : {subset free p <= free (ct_arguments t)} -> ok_expand DF im p -> ok_replace bo ps (a_shift i)
    (expand_poly sg im p) -> epoly n T r2 (replace bo (a_denominator i) (a_shift i) (expand_poly sg im p))
    = (a_denominator i)%:R ^+ degree bo (expand_poly sg im p) * epoly n1 T1 r' p.
  move=> fp op orp; rewrite (@replace_ok _ n T r _ _ _ _ d0 _ _ e2 orp); congr (_ * _).
  by apply: (@expand_poly_ok _ n inner DF sg im fi inner_delta inner_size r2 r' p w2 op) => x /fp /fr /codes.
have cat_f p q : free (p ++ q) = free p ++ free q by rewrite /free map_cat flatten_cat.
have := is_zero_ok G w2 z; rewrite epoly_cat negp_ok !scalep_ok (read_ok G sub TH w2 rd) !scalep_ok.
have fa : {subset free (ct_a t) <= free (ct_arguments t)} by move=> x xp; rewrite !cat_f !mem_cat xp.
have fb : {subset free (ct_b t) <= free (ct_arguments t)} by move=> x xp; rewrite !cat_f !mem_cat xp orbT.
have fo : {subset free (order_of (ct_function t)) <= free (ct_arguments t)}.
  by move=> x xp; rewrite !cat_f !mem_cat xp !orbT.
have -> : order_at n T r2 (image_function i im (ct_function t)) = order_at n1 T1 r' (ct_function t).
  rewrite /order_at /image_function /= arg // natrM natrX [X in _ / X]mulrC -mulf_div divff ?mul1r //.
  by rewrite expf_neq0 // pnatr_eq0 -lt0n.
rewrite !arg //.
rewrite at_ !natrM !natrX; apply: (scaled_value (homogeneous (sub _ _))); by rewrite ltr0n.
Qed.

Lemma images_ok : all2 (ok_image D fuel ts F i) (r_terms F) (a_terms i) -> terms_hold n1 T1 f (r_terms F).
Proof.
rewrite /terms_hold; elim: (r_terms F) (a_terms i) => //= t qs ih [|e es] //= /andP [o /ih]; split=> // r' w'.
exact: image_ok o w'.
Qed.

Lemma shares_ok : shares C F i ->
  [/\ forall a, a \in shared_alphabets F -> n1 a = n a,
      forall t, t \in shared_tensors F -> forall v, T1 t v = T t v &
      forall x, x \in shared_letters F -> r1 x = r0 x].
Proof.
case/and3P => /allP sa /allP st /allP sl; split.
- by move=> a /sa /eqP e; rewrite /n1 /n_of e /= muln1.
- move=> t /st /and3P [pt nb al] v; rewrite /T1 T_of_id // /inner /with_bodies.
  by case: (bo t) nb.
move=> x /sl /andP [/eqP e xC]; rewrite /r1 /code_of -at_fits e /= muln1 addn0.
exact: ag.
Qed.
End One.

(* what an application gives, where the rule holds of what is put in *)
Theorem application_at L i : check_application D C fuel K ts L i -> let F := nth rule0 L (a_rule i) in
  (forall r, wf n r -> agree C r r0 -> 0 < epoly n T r (a_guard i) ->
    [/\ good (n1 i) (T1 F i r) (r_declarations F), wf (n1 i) (r1 i r),
        terms_hold (n1 i) (T1 F i r) f (r_terms F) &
        every (valid (n1 i) (T1 F i r) (r_constants F) (r1 i r)) (premises F)]) /\
  forall r, wf n r -> agree C r r0 -> (0 < epoly n T r (a_guard i) ->
    valid (n1 i) (T1 F i r) (r_constants F) (r1 i r) (r_conclusion F)) ->
  holds (a_statement i).1 (epoly n T r (a_statement i).2).
Proof.
case/and5P => /andP [iL d0] /andP [pb sh] /andP [own _] /and3P [gu nd img] /and4P [oc ss im gt] F.
split=> [r w ag lt|r w ag v].
  have [vp g1] := good1 w ag d0 pb lt own nd.
  by split=> //; [exact: wf1|exact: images_ok img].
have g0 := shown_ok G KV w ag gu; rewrite /= in g0.
apply/(states_ok _ G w ss).
have [k k0 ->] := @translate_ok F i r d0 pb _ r (r1 i r) _ (at_fits i) w (fun x _ => erefl) oc
  (fun x _ => erefl).
have [e|lt] : epoly n T r (a_guard i) = 0 \/ 0 < epoly n T r (a_guard i).
  by move: g0; rewrite le_eqVlt => /orP [/eqP <-|]; [left|right].
  rewrite e mul0r; case: (a_statement i).1 gt => //= gt.
  by have := shown_ok G KV w ag gt; rewrite /= e ltxx.
apply/(holds_scale _ _ lt)/(holds_scale _ _ k0)/(implied_ok im)/(v lt) => //; exact: wf1.
Qed.

Theorem application_ok L i : every (rule_holds n T f r0) L -> check_application D C fuel K ts L i ->
  valid n T C r0 (a_statement i).
Proof.
move=> LV ck r w ag; have [prem concl] := application_at ck; apply: concl => // lt.
have [g1 w1 th vp] := prem r w ag lt.
move: ck => /and5P [/andP [iL _] /andP [pb sh] _ _ _].
have FV : rule_holds n T f r0 (nth rule0 L (a_rule i)).
  by elim: (L) (a_rule i) iL LV => [|F1 L1 ih] [|k] //= ks []// _; apply: ih.
have [sa st sl] := shares_ok ag sh.
exact: FV.
Qed.
End Apply.
