(* The checker is sound: what it accepts holds, over every ordered field and all finite nonempty
   alphabets, of all tensors that are as they are declared. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent Certificate Checker.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

(* ---- combine ---- *)
Section Combine.
Context {R : realFieldType} {n : nat -> nat} {T : nat -> seq nat -> R}.
Local Notation wf := (wf n).
Local Notation esum := (@esum R n).
Local Notation eatoms := (@eatoms R T).
Local Notation emono := (@emono R n T).
Local Notation epoly := (@epoly R n T).
Local Notation valid := (@valid R n T).
Variable D : seq declaration.
Hypothesis G : good n T D.
Variables (C : seq letter) (r0 : env) (K : seq fact).
Hypothesis KV : forall k, valid C r0 (nth F0 K k).

Local Notation is_zero := (is_zero D).
Local Notation ok_declared := (ok_declared D).
Local Notation use_poly := (use_poly K).
Local Notation use_rel := (use_rel K).
Local Notation ok_use := (ok_use D C K).
Local Notation prod := (prod K).
Local Notation ok_prod := (ok_prod D C K).
Local Notation expand := (expand K).
Local Notation ok_term := (ok_term D C K).
Local Notation sign := (sign K).
Local Notation right := (right K).
Local Notation ok_rel := (ok_rel K).
Local Notation check_combine := (check_combine D C K).

Lemma use_ok r u : wf r -> agree C r r0 -> ok_use u -> holds (use_rel u) (epoly r (use_poly u)).
Proof.
move=> w ag; case: u => [k s N|k a] /=; last exact: declared_ok.
move=> ok; rewrite (at_letters_ok _ ok); case/andP: ok => _ ok; apply: KV;
  first exact: look_wf ok w.
by move=> x xC /=; rewrite (look_const ok xC); apply: ag.
Qed.

Lemma prod_ge0 r us : wf r -> agree C r r0 -> ok_prod us -> 0 <= epoly r (prod us).
Proof.
move=> w ag; elim: us => [|u us ih] /=; first by rewrite epoly_one ler01.
case/and3P => oi om /ih {}ih; rewrite mulp_ok //; apply: mulr_ge0 => //.
exact: holds_ge0 (use_ok w ag oi).
Qed.

Lemma prod_gt0 r us : wf r -> agree C r r0 -> ok_prod us -> all (fun u => is_gt (use_rel u)) us ->
  0 < epoly r (prod us).
Proof.
move=> w ag; elim: us => [|u us ih] /=; first by rewrite epoly_one ltr01.
case/and3P => oi om /ih {}ih /andP [gt /ih {}ih]; rewrite mulp_ok //; apply: mulr_gt0 => //.
by have := use_ok w ag oi; case: (use_rel u) gt.
Qed.

Lemma prod_eq0 r us : wf r -> agree C r r0 -> ok_prod us -> has (fun u => is_eq (use_rel u)) us ->
  epoly r (prod us) = 0.
Proof.
move=> w ag; elim: us => [|u us ih] //=.
case/and3P => oi om /ih {}ih; rewrite mulp_ok //; case/orP => [eq|/ih ->]; last by rewrite mulr0.
by have := use_ok w ag oi; case: (use_rel u) eq => //= _ ->; rewrite mul0r.
Qed.

Lemma expand_ok r t :
  epoly r (expand t) = (coef t)%:~R * esum r (summed t) (fun r => epoly r (prod (uses t))).
Proof.
rewrite /epoly big_map /= esum_big mulr_sumr; apply: eq_bigr => a _.
by rewrite intrM -mulrA esumZ /emono /= esum_cat.
Qed.

Lemma term_ok r t q : wf r -> agree C r r0 -> ok_term t -> sign t = Some q ->
  holds q (epoly r (expand t)).
Proof.
move=> w ag /andP [ok no]; rewrite expand_ok /sign.
have ag' r' : (forall x, x \notin summed t -> r' x = r x) -> agree C r' r0.
  move=> e x xC; rewrite e ?ag //; apply/negP => xs.
  by have := allP no x xs; rewrite xC.
case: ifP => [/orP [/eqP ->|h] [<-] /=|_]; first by rewrite mul0r.
  have sum0 : esum r (summed t) (fun r => epoly r (prod (uses t))) = 0.
    apply/eqP; rewrite eq_le -oppr_ge0 -mulN1r -esumZ.
    apply/andP; split; apply: esum_ge0 => // r' w' /ag' ag2; rewrite prod_eq0 ?mulr0 //.
  by rewrite sum0 mulr0.
case: ifP => // c0; have c0' : 0 < (coef t)%:~R :> R by rewrite ltr0z.
case: ifP => [gt [<-] /=|_ [<-] /=].
  apply: mulr_gt0 => //; apply: esum_gt0 => // r' w' /ag' ag2; exact: prod_gt0.
apply: mulr_ge0; first exact: ltW.
apply: esum_ge0 => // r' w' /ag' ag2; exact: prod_ge0.
Qed.

Lemma right_ok r ts : epoly r (right ts) = \sum_(t <- ts) epoly r (expand t).
Proof. by rewrite /epoly big_flatten big_map. Qed.

Lemma ok_rel_ok r q ts : wf r -> agree C r r0 -> all ok_term ts -> ok_rel q ts ->
  holds q (epoly r (right ts)).
Proof.
move=> w ag oks /andP [some]; rewrite right_ok => more.
have ge0 s : all ok_term s -> all (fun t => isSome (sign t)) s ->
    0 <= \sum_(t <- s) epoly r (expand t).
  elim: s => [|t s ih] /=; first by rewrite big_nil.
  move=> /andP [o os] /andP [sm ss]; rewrite big_cons; apply: addr_ge0; last exact: ih.
  by case e: (sign t) sm => // _; exact: holds_ge0 (term_ok w ag o e).
case: q more => /=; first by move=> _; apply: ge0.
  elim: ts oks some => //= t ts ih /andP [o os] /andP [s ss]; rewrite big_cons; case/orP => h.
    case e: (sign t) h => [[]|] // _; apply: ltr_paddr; first exact: ge0.
    exact: term_ok w ag o e.
  apply: ltr_paddl; last exact: ih.
  by case e: (sign t) s => // _; exact: holds_ge0 (term_ok w ag o e).
elim: ts oks {some} => [|t ts ih] /=; first by rewrite big_nil.
move=> /andP [o os] /andP [eq eqs]; rewrite big_cons ih // addr0.
by case e: (sign t) eq => [[]|] // _; exact: (term_ok w ag o e).
Qed.

Theorem combine_ok fuel c : check_combine fuel c -> valid C r0 (statement c).
Proof.
case/and5P => k0 om gt mm /and3P [ot orl z] r w ag.
have := is_zero_ok G w z; rewrite epoly_cat negp_ok scalep_ok mulp_ok // => /eqP.
rewrite subr_eq0 => /eqP e.
have m0 := prod_gt0 w ag om gt.
have k0' : 0 < (scale c)%:R * epoly r (prod (multiplier c)) by apply: mulr_gt0 => //; rewrite ltr0n.
have := ok_rel_ok w ag ot orl; rewrite -e mulrA.
case: (statement c).1 => /=; [by rewrite (pmulr_rge0 _ k0')|by rewrite (pmulr_rgt0 _ k0')|].
by move/eqP; rewrite mulf_eq0 (gt_eqF k0') /= => /eqP.
Qed.
End Combine.

Section Sound.
Variables (R : realFieldType) (n : nat -> nat).
Implicit Types (T : nat -> seq nat -> R) (B : seq nat -> R).

Definition updT T t B : nat -> seq nat -> R := fun s => if s == t then B else T s.

Lemma epoly_T T T' r p : (forall s v, s \in tensors_of p -> T s v = T' s v) ->
  epoly n T r p = epoly n T' r p.
Proof.
move=> h; rewrite /epoly; apply: eq_big_seq => m mp; congr (_ * _).
rewrite /emono; apply: eq_esum => r'; rewrite /eatoms; apply: eq_big_seq => a am.
by apply: h; apply/flattenP; exists (map fst m.2.2); rewrite ?map_f //; apply/mapP; exists m.
Qed.

Lemma emono_T T T' r m : (forall s v, s \in map fst m.2 -> T s v = T' s v) ->
  emono n T r m = emono n T' r m.
Proof.
move=> h; rewrite /emono; apply: eq_esum => r'; rewrite /eatoms; apply: eq_big_seq => a am.
by apply: h; apply: map_f.
Qed.

Lemma esum_ext2 T S : forall r r' A, (forall x, x \in letters_of A -> x \notin S -> r x = r' x) ->
  esum n r S (fun r => eatoms T r A) = esum n r' S (fun r => eatoms T r A).
Proof.
elim: S => [|i S ih] r r' A /= h; first by apply: eatoms_ext => x xA; apply: h.
apply: eq_bigr => k _; apply: ih => x xA xS; rewrite /upd; case: eqP => // /eqP ne.
by apply: h; rewrite // inE negb_or ne.
Qed.

Lemma epoly_ext T r r' p : (forall x, x \in free p -> r x = r' x) ->
  epoly n T r p = epoly n T r' p.
Proof.
move=> h; rewrite /epoly; apply: eq_big_seq => m mp; congr (_ * _); rewrite /emono.
apply: esum_ext2 => x xA xS; apply: h; apply/flattenP.
exists [seq x <- letters_of m.2.2 | x \notin m.2.1]; last by rewrite mem_filter xS.
by apply/mapP; exists m.
Qed.

Lemma esum_cong S (F G : env -> R) : forall r,
  (forall r', (forall x, x \notin S -> r' x = r x) -> F r' = G r') -> esum n r S F = esum n r S G.
Proof.
elim: S => /= [|i S ih] r h; first by apply: h.
apply: eq_bigr => k _; apply: ih => r' e; apply: h => x; rewrite inE negb_or => /andP [ne xS].
by rewrite e // /upd (negbTE ne).
Qed.

Lemma look_zip l l' x : size l = size l' ->
  look (zip l l') x = if x \in l then nth i0 l' (index x l) else x.
Proof.
elim: l l' => [|i l ih] [|j l'] //= [] /ih {}ih; rewrite inE eq_sym.
by case: (x =P i) => [->|/eqP ne]; rewrite ?eqxx // eq_sym (negbTE ne) /= ih.
Qed.

Section Replacing.
Variables (T : nat -> seq nat -> R) (r : env) (d h : nat).
Variables (body_of : nat -> option (seq letter * poly)) (ps : seq letter).
Definition body (e : seq letter * poly) : seq nat -> R := fun v => epoly n T (updl r e.1 v) e.2 / d%:R.
Definition with_bodies : nat -> seq nat -> R := fun s => if body_of s is Some e then body e else T s.
Local Notation T' := with_bodies.
Hypothesis d0 : (0 < d)%N.

Lemma replace_atom_ok r' N a : (forall x, x \in ps -> r' x = r x) -> ok_atom body_of ps N a ->
  epoly n T r' (replace_atom body_of N a) = d%:R ^+ isSome (body_of a.1) * T' a.1 (map r' a.2).
Proof.
move=> e; rewrite /ok_atom /replace_atom /with_bodies; case: (body_of a.1) => [[pl b]|] /=; last first.
  by move=> _; rewrite /epoly big_seq1 /emono /= /eatoms big_seq1 !mul1r.
case/and3P => /eqP sl ok /allP pok;
  rewrite (at_letters_ok r' ok) /body expr1 mulrC mulfVK ?pnatr_eq0 -?lt0n //.
apply: epoly_ext => x xb /=; rewrite look_zip // /updl; case: ifP => xp.
  by rewrite (nth_map i0) // sl index_mem.
by apply: e; apply: pok; rewrite mem_filter xp.
Qed.

Lemma replace_atoms_ok r' A : (forall x, x \in ps -> r' x = r x) -> forall N,
  ok_atoms body_of ps h N A ->
  epoly n T r' (replace_atoms body_of h N A) = d%:R ^+ occurrences body_of A * eatoms T' r' A.
Proof.
move=> e; elim: A => [|a A ih] N /=; first by rewrite epoly_one /eatoms big_nil mulr1.
case/and3P => oa om /ih {}ih; rewrite mulp_ok // ih replace_atom_ok // eatoms_cons.
by rewrite exprD mulrACA.
Qed.

Lemma degree_ge p m : m \in p -> (occurrences body_of m.2.2 <= degree body_of p)%N.
Proof.
rewrite /degree; elim: p => //= q p ih; rewrite inE leq_max => /orP [/eqP ->|/ih ->].
  by rewrite leqnn.
by rewrite orbT.
Qed.

Lemma replace_ok r' p : (forall x, x \in ps -> r' x = r x) -> ok_replace body_of ps h p ->
  epoly n T r' (replace body_of d h p) = d%:R ^+ degree body_of p * epoly n T' r' p.
Proof.
move=> e /allP ok; rewrite /epoly /replace big_flatten big_map mulr_sumr.
apply: eq_big_seq => m mp; have /andP [oa os] := ok m mp.
rewrite big_map /= -(subnK (degree_ge mp)) addnK exprD.
set k := (_ - _)%N; set w := _ ^+ k; have wE : (Posz (d ^ k))%:~R = w :> R by rewrite -pmulrn natrX.
transitivity (m.1%:~R * w * esum n r' m.2.1 (fun r => epoly n T r (replace_atoms body_of h h
  m.2.2))).
  rewrite /epoly esum_big mulr_sumr; apply: eq_bigr => q _.
  by rewrite !intrM wE -[LHS]mulrA esumZ /emono /= esum_cat.
suff -> : esum n r' m.2.1 (fun r => epoly n T r (replace_atoms body_of h h m.2.2))
        = d%:R ^+ occurrences body_of m.2.2 * emono n T' r' m.2 by rewrite -[LHS]mulrA [LHS]mulrCA
          -[RHS]mulrA; congr (_ * _); rewrite mulrCA.
rewrite /emono -esumZ; apply: esum_cong => r2 e2; apply: replace_atoms_ok => // x xp.
by rewrite e2 ?e //; apply/negP => xs; have := allP os x xs; rewrite xp.
Qed.
End Replacing.

Lemma replace_one_ok T r d h t pl b r' p : (0 < d)%N -> (forall x, x \in parameters (pl, b) -> r' x = r x) ->
  ok_replace (only_body t pl b) (parameters (pl, b)) h p ->
  epoly n T r' (replace (only_body t pl b) d h p)
  = d%:R ^+ degree (only_body t pl b) p * epoly n (updT T t (body T r d (pl, b))) r' p.
Proof.
move=> d0 e ok; rewrite (@replace_ok T r _ _ _ _ d0 _ _ e ok); congr (_ * _); apply: epoly_T => s v _.
by rewrite /with_bodies /only_body /updT; case: (s == t).
Qed.

Section Fixed.
Variables (D : seq declaration) (C : seq letter) (r0 : env) (fuel : nat).
Local Notation valid T := (valid n T C r0).
Local Notation good T := (good n T D).
Local Notation as_declared t := (as_declared n (decl D t)).

Definition svalid T (s : schema) : Prop :=
  forall B, as_declared (parameter s) B -> every (valid (updT T (parameter s) B)) (conditions s) ->
    valid (updT T (parameter s) B) (conclusion s).
Definition models T (A : seq fact) (S : seq schema) : Prop :=
  every (valid T) A /\ every (svalid T) S.

Lemma good_updT T t B : plain t -> good T -> as_declared t B -> good (updT T t B).
Proof.
case/andP => t0 ot [gd gs gt] gB; split.
- by move=> k l; rewrite /updT eq_sym (negbTE t0).
- move=> a; rewrite /updT; case: eqP => [e|_]; last exact: gs.
  by case/negP: ot; rewrite -e /size_tensor /= odd_double.
- by move=> s; rewrite /updT; case: eqP => [->|_].
Qed.

Lemma valid_T T T' F : (forall s v, s \in tensors_of F.2 -> T s v = T' s v) -> valid T F ->
    valid T' F.
Proof. by move=> h v r w ag; rewrite -(epoly_T r h); apply: v. Qed.

Lemma updT_out T t B p : t \notin tensors_of p -> forall s v, s \in tensors_of p ->
    T s v = updT T t B s v.
Proof. by move=> no s v sp; rewrite /updT; case: eqP => // e; rewrite -e sp in no. Qed.

Lemma facts_updT T t B (A : seq fact) : all (fun F => t \notin tensors_of F.2) A -> every (valid T) A ->
  every (valid (updT T t B)) A.
Proof. by apply: every_imp => F no; apply: valid_T; apply: updT_out. Qed.

Lemma states_ok T r q p p' : good T -> wf n r -> states D fuel p p' ->
  holds q (epoly n T r p) <-> holds q (epoly n T r p').
Proof.
move=> g w; rewrite /states; case: scales => a b /and3P [a0 b0 z].
have := is_zero_ok g w z; rewrite epoly_cat negp_ok !scalep_ok => /eqP; rewrite subr_eq0 => /eqP e.
have a0' : 0 < a%:R :> R by rewrite ltr0n.
have b0' : 0 < b%:R :> R by rewrite ltr0n.
by rewrite -(holds_scale q _ a0') e holds_scale.
Qed.

Lemma epoly1 T r c S A : epoly n T r [:: (c, (S, A))] = c%:~R * esum n r S (fun r => eatoms T r A).
Proof. by rewrite /epoly big_seq1. Qed.

(* ---- Indicate ---- *)
Definition indicate_value T (i : indicate) (v : seq nat) : R :=
  if epoly n T (updl r0 (n_places i) v) (n_poly i) < 0 then 1 else 0.
Lemma indicate_ok T A L goal i : good T -> check_indicate D C A L goal i ->
  let t := n_ind i in let B := indicate_value T i in
  [/\ fresh t A L, as_declared t B, valid (updT T t B) (defining i) &
    valid (updT T t B) goal -> valid T goal].
Proof.
move=> g /and5P [fr ng np /andP [po st] /and3P [upl om /allP fv]] t B; split=> //.
- split=> v; rewrite ?(eqP st) //; try (by move=> d; rewrite d in po);
    by move=> _ _; rewrite /B /indicate_value; case: ifP; rewrite ?ler01 ?mulr1 ?mulr0.
- move=> r w ag; rewrite /= mulp_ok // epoly_cons epoly1 /emono /= /eatoms big_nil big_seq1 /=.
  rewrite -(epoly_T r (updT_out T B np)).
  have -> : updT T t B t (map r (n_places i)) = if epoly n T r (n_poly i) < 0 then 1 else 0.
    rewrite /updT eqxx /B /indicate_value; congr (if _ < 0 then _ else _); apply: epoly_ext => x /fv.
    rewrite /updl.
    case: ifP => xp; first by rewrite (nth_map i0) ?index_mem // nth_index.
    by rewrite orbF => xC; rewrite ag.
  case: ltP => [lt|ge]; last by rewrite mulr0 addr0 mulr1 mul1r.
  have -> : 1%:~R * 1 + (Negz 1)%:~R * 1 = - 1 :> R.
    by rewrite !mulr1 NegzE mulrNz -[2%N]/(1 + 1)%N PoszD intrD opprD addrA subrr add0r.
  by rewrite mulN1r oppr_ge0 ltW.
- by apply: valid_T => s v sg; rewrite -(updT_out T B ng).
Qed.

(* ---- Limit ---- *)
Lemma limit_aux (c M : R) : 0 <= M -> (forall v, 0 < v -> v <= 1 -> 0 <= c + v * M) -> 0 <= c.
Proof.
move=> M0 h; rewrite leNgt; apply/negP => c0.
have undeclared : 0 < M - c by rewrite subr_gt0; apply: lt_le_trans M0.
have v0 : 0 < - c / (M - c) by rewrite divr_gt0 ?oppr_gt0.
have v1 : - c / (M - c) <= 1 by rewrite ler_pdivr_mulr // mul1r ler_addr.
have := h _ v0 v1.
have -> : c + - c / (M - c) * M = - (c ^+ 2 / (M - c)).
  by field; apply: lt0r_neq0.
by rewrite oppr_ge0 leNgt divr_gt0 // expr2 nmulr_rgt0.
Qed.

Lemma eatoms_const T t v r A :
  eatoms (updT T t (fun _ => v)) r A
  = v ^+ count (fun a => a.1 == t) A * eatoms (updT T t (fun _ => 1)) r A.
Proof.
elim: A => [|a A ih]; first by rewrite /eatoms !big_nil expr0 mulr1.
rewrite !eatoms_cons ih /= /updT; case: (a.1 == t) => /=; last by rewrite add0n mulrCA.
by rewrite add1n exprS mul1r mulrA.
Qed.

Lemma limit_ok (P : (nat -> seq nat -> R) -> Prop) T A L K l : good T -> P T ->
  (forall T t B, fresh t A L -> good T -> as_declared t B -> P T -> P (updT T t B)) ->
  (forall T, good T -> P T -> every (valid T) K) ->
  check_limit D fuel A L K l -> valid T (l_stmt l).
Proof.
move=> g m sP KV /and4P [fr /andP [ni /eqP st] im sc] r w ag.
set t := l_var l in fr ni st sc; set F := nth _ _ _ in sc.
have pt : plain t by case/and3P: fr.
have V v : 0 < v -> v <= 1 -> 0 <= epoly n (updT T t (fun _ => v)) r F.2.
  move=> v0 v1; have gB : as_declared t (fun _ => v).
    split=> u; rewrite ?st // => d _; rewrite ?(ltW v0) //.
    by rewrite d in ni.
  apply: (@holds_ge0 _ F.1); have mv := sP T t _ fr g gB m.
  have := KV _ (good_updT pt g gB) mv => KV'.
  have : valid (updT T t (fun _ => v)) F.
    by apply: every_nth KV' => r1 _ _; rewrite /= /epoly big_nil.
  by apply.
apply: (implied_ok im); apply/(states_ok Ge g w sc).
pose p := F.2; pose T1 := updT T t (fun _ => 1).
pose M := \sum_(a <- p | t \in map fst a.2.2) `|a.1%:~R * emono n T1 r a.2|.
apply: (@limit_aux _ M); first by apply: sumr_ge0 => a _; apply: normr_ge0.
move=> v v0 v1; apply: le_trans (V v v0 v1) _.
rewrite {1}/epoly (bigID (fun a => t \in map fst a.2.2)) /= addrC; apply: ler_add.
  rewrite /epoly /kept big_filter; apply: ler_sum => a no; rewrite le_eqVlt; apply/orP; left;
    apply/eqP; congr (_ * _).
  apply: emono_T => u w' ua; rewrite /updT; case: eqP => // e; by rewrite -e ua in no.
rewrite mulr_sumr; apply: ler_sum => a tm.
have -> : emono n (updT T t (fun _ => v)) r a.2
        = v ^+ count (fun b => b.1 == t) a.2.2 * emono n T1 r a.2.
  by rewrite /emono -esumZ; apply: eq_esum => r'; rewrite eatoms_const.
have : (0 < count (fun b => b.1 == t) a.2.2)%N.
  by rewrite -has_count; case/mapP: tm => b ba ->; apply/hasP; exists b.
case: count => // k _; set e := emono _ _ _ _; set c := a.1%:~R; rewrite exprS.
have -> : c * (v * v ^+ k * e) = v * (v ^+ k * (c * e)) by ring.
rewrite ler_pmul2l //; apply: le_trans (ler_norm _) _; rewrite normrM -[X in _ <= X]mul1r.
apply: ler_wpmul2r; first exact: normr_ge0.
by rewrite ger0_norm ?exprn_ge0 ?exprn_ile1 // ltW.
Qed.

End Fixed.

(* ---- more letters are constants ---- *)
Lemma agree_cat (C C' : seq letter) r r0 : agree (C' ++ C) r r0 -> agree C r r0.
Proof. by move=> ag x xC; apply: ag; rewrite mem_cat xC orbT. Qed.

Lemma valid_more (C C' : seq letter) r r0 T F : agree C r r0 -> valid n T C r0 F -> valid n T (C' ++ C) r F.
Proof. by move=> ag v r1 w /agree_cat ag1; apply: v => // x xC; rewrite ag1 ?ag. Qed.

Lemma valid_less (C C' : seq letter) r r0 T F : wf n r -> all (fun x => x \notin C') (free F.2) ->
  agree C r r0 -> valid n T (C' ++ C) r F -> valid n T C r0 F.
Proof.
move=> w /allP no ag v r1 w1 ag1; pose r2 : env := fun x => if x \in C' then r x else r1 x.
have -> : epoly n T r1 F.2 = epoly n T r2 F.2.
  by apply: epoly_ext => x /no; rewrite /r2 => /negbTE ->.
apply: v => [x|x]; first by rewrite /r2; case: ifP.
by rewrite mem_cat /r2; case: ifP => //= _ xC; rewrite ag1 ?ag.
Qed.

(* the letters that a statement quantifies, at a point, are constants of it under other names *)
Lemma inside_ok C L s st c r : wf n r -> check_inside C L s st c ->
  exists r', [/\ wf n r', agree C r' r, forall T, epoly n T r' (inside s st).2 = epoly n T r st.2 &
    forall T r2, agree (map snd s ++ C) r2 r' -> epoly n T r2 c = epoly n T r' c].
Proof.
move=> w /and5P [ok u /allP nC /allP fr /andP [/allP fc _]]; set new := map snd s in u nC fr fc *.
have /andP [_ /allP al] := ok.
pose r' : env := fun x => if x \in new then r (nth i0 (map fst s) (index x new)) else r x.
have w' : wf n r'.
  move=> x; rewrite /r'; case: ifP => // xn; have ix : (index x new < size s)%N.
    by rewrite -(size_map snd) index_mem.
  have := al _ (mem_nth (i0, i0) ix); rewrite (nth_map (i0, i0)) // => /andP [/eqP e _].
  by have := w (nth (i0, i0) s (index x new)).1; rewrite e -(nth_map _ i0 snd) // nth_index.
have ag : agree C r' r.
  by move=> x xC; rewrite /r'; case: ifP => // /nC; rewrite xC.
exists r'; split=> //.
- move=> T; rewrite (at_letters_ok _ ok); apply: epoly_ext => x /fr xf /=.
  have [xk|xk] := boolP (x \in map fst s); last first.
    rewrite (negbTE xk) /= in xf; have -> : look s x = x.
      by elim: (s) xk => //= e s' ih; rewrite inE eq_sym => /norP [/negbTE -> /ih].
    by rewrite /r' (negbTE xf).
  move: xk; rewrite /r' /new; move: u; rewrite /new; clear.
  elim: s => //= e s ih /andP [ne u]; rewrite inE eq_sym; case: eqP => [<- _|_ /= xs].
    by rewrite inE eqxx.
  have ls : look s x \in map snd s.
    elim: (s) xs => //= d s' ih'; rewrite inE eq_sym; case: eqP => [_ _|_ /= /ih']; rewrite inE ?eqxx //.
    by move=> ->; rewrite orbT.
  rewrite inE ls orbT; case: eqP => [d|_]; first by rewrite d ls in ne.
  by have := ih u xs; rewrite ls.
by move=> T r2 ag2; apply: epoly_ext => x /fc xc; apply: ag2; rewrite mem_cat; exact: xc.
Qed.
End Sound.
