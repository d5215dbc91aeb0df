(* A rule may be applied: what its bound alphabets become are products, what its tensors become are
   polynomials, and its letters become letters. The conclusion so translated holds, times the guard, if the
   premises so translated do. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Pmlsym Require Import Polynomial Tensor NormalForm Product Sequent Certificate Checker Soundness
  Extensions.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Apply.
Context {R : realFieldType} {n : nat -> nat} {T : nat -> seq nat -> R}.
Variables (D : seq declaration) (C : seq letter) (r0 : env) (fuel : nat) (K : seq fact).
Hypothesis G : good n T D.
Hypothesis KV : every (valid n T C r0) K.

Lemma image_fits sg tab x : map fst (image_of sg tab x) = sg x.1.
Proof. by rewrite /image_of; case: ifP => [/eqP //|_]; rewrite -map_comp map_id. Qed.

Lemma find_body_in e s bodies : find_body bodies s = Some e -> (s, e) \in bodies.
Proof.
rewrite /find_body; elim: bodies => //= -[s' e'] bs ih; rewrite inE /=.
by case: (s' =P s) => [-> [->]|_ /ih ->]; rewrite ?eqxx ?orbT.
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
  elim: (bound_tensors F) tb vs {own} => //= t' ts ih; rewrite inE every_cat => /orP [/eqP ->|/ih h] [] //.
suff -> : decl DF t = undeclared by split.
case: t tb => [|t] //= /negbT; case o: (odd t) => //=; rewrite ?o // => no.
apply: nth_default; rewrite leqNgt; apply: contra no => lt.
apply/mapP; exists t./2; first by rewrite mem_iota.
by rewrite -[in LHS](odd_double_half t) o.
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

Theorem application_ok L i : every (rule_holds n T r0) L -> check_application D C fuel K L i ->
  valid n T C r0 (a_statement i).
Proof.
move=> LV /and5P [/andP [iL d0] /andP [pb sh] own /andP [gu nd] /and4P [oc ss im gt]] r w ag.
move: sh own nd oc ss im; set F := nth _ _ _ => sh own nd oc ss im.
have FV : rule_holds n T r0 F.
  by rewrite /F; elim: (L) (a_rule i) iL LV => [|F1 L1 ih] [|k] //= ks []// _; apply: ih.
have g0 := shown_ok G KV w ag gu; rewrite /= in g0.
apply/(states_ok _ G w ss).
have [k k0 ->] := @translate_ok F i r d0 pb _ r (r1 i r) _ (at_fits i) w (fun x _ => erefl) oc
  (fun x _ => erefl).
have [e|lt] : epoly n T r (a_guard i) = 0 \/ 0 < epoly n T r (a_guard i).
  by move: g0; rewrite le_eqVlt => /orP [/eqP <-|]; [left|right].
  rewrite e mul0r; case: (a_statement i).1 gt => //= gt.
  by have := shown_ok G KV w ag gt; rewrite /= e ltxx.
apply/(holds_scale _ _ lt)/(holds_scale _ _ k0)/(implied_ok im).
have [vp g1] := good1 w ag d0 pb lt own nd.
have [sa st sl] := shares_ok ag sh.
by apply: (FV _ _ (r1 i r)) => //; apply: wf1.
Qed.
End Apply.
