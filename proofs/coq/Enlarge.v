(* New alphabets that are large enough (`enlarge` in pmlsym/kernel/introductions.py), over Archimedean fields.

   Nothing assumed speaks of the alphabet J, so it may have any number of letters, and more of them: all that was known
   is true still. Tensors over J are others then; of every declaration there is one. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Pmlsym Require Import Polynomial Tensor NormalForm Product Sequent ConvexRows Certificate Checker Soundness Extensions.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

(* ---- what a polynomial and a declaration say depends on little ---- *)
Section Local.
Variables (R : realFieldType).
Lemma esum_local (n n' : nat -> nat) (T T' : nat -> seq nat -> R) S A : forall r r',
  (forall a, a \in map fst S -> n a = n' a) ->
  (forall x u, x \in A -> size u = size x.2 -> T x.1 u = T' x.1 u) -> (forall x, x \in letters_of A -> x \notin S -> r x = r' x) ->
  esum n r S (fun r => eatoms T r A) = esum n' r' S (fun r => eatoms T' r A).
Proof.
elim: S => [|i S ih] r r' /= hn hT hr.
  rewrite (@eatoms_ext _ T r r' A) => [|x xA]; last exact: hr.
  by rewrite /eatoms; apply: eq_big_seq => x xA; apply: hT; rewrite // size_map.
rewrite hn ?mem_head //; apply: eq_bigr => k _; apply: ih => // [a aS|x xA xS].
  by apply: hn; rewrite inE aS orbT.
by rewrite /upd; case: eqP => // /eqP ne; apply: hr; rewrite // inE negb_or ne.
Qed.

Lemma epoly_local (n n' : nat -> nat) (T T' : nat -> seq nat -> R) r r' p :
  (forall a, a \in alphabets_in p -> n a = n' a) ->
  (forall m x u, m \in p -> x \in m.2.2 -> size u = size x.2 -> T x.1 u = T' x.1 u) ->
  (forall x, x \in free p -> r x = r' x) -> epoly n T r p = epoly n' T' r' p.
Proof.
move=> hn hT hr; rewrite /epoly; apply: eq_big_seq => m mp; congr (_ * _); apply: esum_local.
- move=> a aS; apply: hn; apply/flattenP; exists (map fst m.2.1 ++ map fst (letters_of m.2.2)).
    by apply/mapP; exists m.
  by rewrite mem_cat aS.
- by move=> x u xA; apply: (hT m).
move=> x xA xS; apply: hr; apply/flattenP; exists [seq x <- letters_of m.2.2 | x \notin m.2.1].
  by apply/mapP; exists m.
by rewrite mem_filter xS.
Qed.

Lemma free_alphabet p x : x \in free p -> x.1 \in alphabets_in p.
Proof.
case/flattenP => l /mapP [m mp ->]; rewrite mem_filter => /andP [_ xA].
apply/flattenP; exists (map fst m.2.1 ++ map fst (letters_of m.2.2)); first by apply/mapP; exists m.
by rewrite mem_cat (map_f fst xA) orbT.
Qed.

Lemma psum_local (n n' : nat -> nat) (F F' : seq nat -> R) A ks : (forall v, F v = F' v) ->
  all (fun k => (k < size A)%N) ks -> (forall a, a \in A -> n a = n' a) ->
  forall v, psum n F A ks v = psum n' F' A ks v.
Proof.
move=> hF + hn; elim: ks => [|k ks ih] //= /andP [kA /ih {}ih] v.
by rewrite hn ?mem_nth //; apply: eq_bigr => j _; apply: ih.
Qed.

Lemma fits_local (n n' : nat -> nat) A v : (forall a, a \in A -> n a = n' a) -> fits n A v = fits n' A v.
Proof.
elim: A v => [|a A ih] [|k v] //= hn; rewrite /fits /= hn ?mem_head //; congr (_ && _); apply: ih => b bA.
by apply: hn; rewrite inE bA orbT.
Qed.

Lemma declared_local (n n' : nat -> nat) d (F F' : seq nat -> R) : (forall v, F v = F' v) ->
  all (fun k => (k < size (d_alphabets d))%N) (d_stochastic d) -> (forall a, a \in d_alphabets d -> n a = n' a) ->
  as_declared n d F -> as_declared n' d F'.
Proof.
move=> hF pl hn [h1 h2 h3 h4 h5]; split=> v dv; rewrite -(fits_local v hn) -?hF => f; first exact: h1.
- exact: h2.
- exact: h3.
- exact: h4.
by rewrite -(psum_local hF pl hn); apply: h5.
Qed.
End Local.

(* ---- declarations of some tensors ---- *)
Lemma decl_only keep D t : decl (only keep D) t = if keep t then decl D t else erase (decl D t).
Proof.
case: t => [|t] /=; first by case: ifP.
case o: (odd t) => /=; last by case: ifP.
have e : t./2.*2.+2 = t.+1 by rewrite -[in RHS](odd_double_half t) o.
case: (ltnP t./2 (size D)) => h; last by rewrite !nth_default ?size_map ?size_iota //; case: ifP.
by rewrite /only (nth_map 0%N) ?size_iota // nth_iota // add0n e.
Qed.

Lemma every_imply (A : Type) (P Q : A -> Prop) s : (forall x, P x -> Q x) -> every P s -> every Q s.
Proof. by move=> h; elim: s => //= x s ih [/h px /ih]. Qed.

(* ---- some tensor that is declared so ---- *)
Section Inhabitant.
Variables (R : realFieldType) (n : nat -> nat).
Hypothesis n0 : forall a, (0 < n a)%N.
Local Notation psum := (@psum R).
Definition hot (ks v : seq nat) : R := (all (fun k => nth 0%N v k == 0%N) ks)%:R.
Definition inhabitant (d : declaration) (v : seq nat) : R :=
  if d_stochastic d == [::] then 1 else
  if d_indicator d then hot (d_stochastic d) v else
  \prod_(k <- d_stochastic d) (n (nth 0%N (d_alphabets d) k))%:R^-1.

Lemma psum_const (c : R) A ks : forall v, psum n (fun _ => c) A ks v = c * \prod_(k <- ks) (n (nth 0%N A k))%:R.
Proof.
elim: ks => [|k ks ih] v /=; first by rewrite big_nil mulr1.
rewrite (eq_bigr (fun _ => c * \prod_(k <- ks) (n (nth 0%N A k))%:R : R)) => [|j _]; last exact: ih.
by rewrite sumr_const_nat subn0 big_cons mulrCA mulr_natl.
Qed.

Lemma psum_hot A ks : uniq ks -> forall done v, all (fun k => k \notin done) ks ->
  psum n (hot (done ++ ks)) A ks v = hot done v.
Proof.
elim: ks => [|k ks ih] /= => [_ done v _|/andP [kn u] done v /andP [kd al]]; first by rewrite cats0.
have e j : psum n (hot (done ++ k :: ks)) A ks (set_nth 0%N v k j) = hot done v * (j == 0%N)%:R.
  rewrite -cat_rcons ih //; last first.
    by apply/allP => x xk; rewrite mem_rcons inE negb_or (allP al) // andbT; apply: contraNneq kn => <-.
  rewrite /hot all_rcons nth_set_nth /= eqxx andbC -mulnb natrM; congr (_ %:R * _).
  by congr nat_of_bool; apply: eq_in_all => x xd; rewrite nth_set_nth /=; case: (x =P k) => // ex; rewrite -ex xd in kd.
rewrite (eq_bigr _ (fun j _ => e j)) -mulr_sumr big_ltn ?n0 // eqxx big_nat_cond big1 ?addr0 ?mulr1 // => j.
by rewrite andbT => /andP [j0 _]; rewrite gtn_eqF.
Qed.

Lemma inhabitant_ok d : inhabited d -> as_declared n d (inhabitant d).
Proof.
case/andP => pl hp; rewrite /inhabitant; case st: (d_stochastic d == [::]).
  by split=> v d1 *; rewrite ?ler01 ?ltr01 ?mulr1 //; rewrite st in d1.
case id: (d_indicator d); rewrite st id /= in hp.
  case/andP: hp => np u; split=> v; rewrite /hot ?(negbTE np) // => _ _; rewrite ?ler0n ?lern1 ?leq_b1 //.
    by rewrite -natrM mulnb andbb.
  by have := @psum_hot (d_alphabets d) _ u [::] v; rewrite all_predT /hot => ->.
have p0 : 0 < \prod_(k <- d_stochastic d) (n (nth 0%N (d_alphabets d) k))%:R^-1 :> R.
  by apply: prodr_gt0 => k _; rewrite invr_gt0 ltr0n.
split=> v; rewrite ?id // => _ _; first exact: ltW.
  elim: (d_stochastic d) => [|k ks ih]; first by rewrite big_nil lexx.
  rewrite big_cons; apply: mulr_ile1; [by rewrite invr_ge0 ler0n| | |exact: ih].
    by apply: prodr_ge0 => i _; rewrite invr_ge0 ler0n.
  by rewrite invf_le1 ?ltr0n // ler1n.
rewrite psum_const -big_split /=; apply: big1_seq => k _; by rewrite mulVf // pnatr_eq0 -lt0n.
Qed.
End Inhabitant.

(* ---- an alphabet of which nothing assumed speaks has more letters ---- *)
Section Grown.
Variables (R : realFieldType) (D : seq declaration) (J m : nat) (n : nat -> nat) (T : nat -> seq nat -> R).
Definition more (a : nat) : nat := if a == J then m else n a.
Definition grown (t : nat) (v : seq nat) : R :=
  if t == size_tensor J then m%:R else if J \in d_alphabets (decl D t) then inhabitant R more (decl D t) v else T t v.
Variables (A : seq fact) (S : seq schema) (L : seq rule).
Hypothesis new : new_alphabet D J A L.
Hypothesis nm : (n J <= m)%N.
Hypothesis n0 : forall a, (0 < n a)%N.

Lemma more_else a : a != J -> more a = n a. Proof. by rewrite /more => /negbTE ->. Qed.
Lemma more0 a : (0 < more a)%N.
Proof. by rewrite /more; case: eqP => // _; apply: leq_trans nm. Qed.
Lemma more_wf r : wf n r -> wf more r.
Proof. by move=> w x; rewrite /more; case: eqP => [e|_ //]; apply: leq_trans nm; rewrite -e. Qed.

Lemma apart_same ss t : apart_from D J ss -> t \in ss -> forall v, grown t v = T t v.
Proof. by move=> /allP h /h /andP [/negbTE nt /negbTE nJ] v; rewrite /grown nt nJ. Qed.

Lemma grown_good : good n T D -> good more grown D.
Proof.
case/and3P: new => _ inh _ [gd gs gt]; split.
- by move=> k l; rewrite /grown /=; exact: gd.
- move=> a; rewrite /grown; have -> : (size_tensor a == size_tensor J) = (a == J).
    by rewrite /size_tensor eqSS -!muln2 eqn_pmul2r.
  have -> : d_alphabets (decl D (size_tensor a)) = [::] by rewrite /size_tensor /= odd_double.
  by rewrite /more; case: eqP => // _; exact: gs.
pose ok d := ok_places d && ((J \in d_alphabets d) ==> inhabited d).
have oks k : (k < size D)%N -> ok (nth undeclared D k).
  by move=> h; exact: (all_nthP undeclared inh k h).
move=> t; have [/andP [nt e]|e] : (t != size_tensor J) && ok (decl D t) \/ decl D t = undeclared.
- case: t => [|t] /=; first by right.
  case o: (odd t) => /=; last by right.
  case: (ltnP t./2 (size D)) => h; last by right; rewrite nth_default.
  by left; rewrite oks // andbT; apply/eqP => /(congr1 odd); rewrite /size_tensor /= odd_double o.
- have /andP [pl /implyP ih] := e; case: (boolP (J \in d_alphabets (decl D t))) => h.
    move/negbTE in nt.
    have := inhabitant_ok R more0 (ih h); case=> h1 h2 h3 h4 h5; split=> v d f; rewrite ?/grown ?nt ?h; try exact: h1;
      try exact: h2; try exact: h3; try exact: h4.
    have := h5 v d f; rewrite (@psum_local R more more _ (grown t) _ _ _ pl) // => u; by rewrite /grown nt h.
  apply: (declared_local _ pl _ (gt t)) => [v|a aD]; last by rewrite more_else //; apply: contraNneq h => <-.
  by rewrite /grown (negbTE h) (negbTE nt).
by rewrite e; split.
Qed.

Lemma grown_epoly p r r' : avoids D J p -> (forall x, x \in free p -> r x = r' x) ->
  epoly n T r p = epoly more grown r' p.
Proof.
case/andP => nJ ap hr; apply: epoly_local => // [a ai|k x u kp xk _].
  by rewrite more_else //; apply: contraNneq nJ => <-.
apply/esym/(apart_same ap); apply/flattenP; exists (map fst k.2.2); last exact: map_f.
by apply/mapP; exists k.
Qed.

(* letters of J stand elsewhere, where they were *)
Definition back (r0 r : env) : env := fun x => if x.1 == J then r0 x else r x.
Lemma back_wf r0 r : wf n r0 -> wf more r -> wf n (back r0 r).
Proof. by move=> w w' x; rewrite /back; case: eqP => [//|/eqP ne]; rewrite -(more_else ne). Qed.
Lemma back_epoly r0 r p : avoids D J p -> epoly n T (back r0 r) p = epoly more grown r p.
Proof.
move=> av; apply: grown_epoly => // x /free_alphabet xa; rewrite /back; case: eqP => // e.
by case/andP: av; rewrite -e xa.
Qed.

Lemma grown_valid C r0 G : wf n r0 -> avoids D J G.2 -> valid n T C r0 G -> valid more grown C r0 G.
Proof.
move=> w0 av v r w ag; rewrite -(back_epoly r0 r av); apply: v; first exact: back_wf.
by move=> x xC; rewrite /back; case: eqP => // _; exact: ag.
Qed.
Lemma valid_grown C r0 G : avoids D J G.2 -> valid more grown C r0 G -> valid n T C r0 G.
Proof. by move=> av v r w ag; rewrite (grown_epoly av (fun x _ => erefl)); apply: v => //; exact: more_wf. Qed.

Lemma grown_rules F r0 : every (rule_holds n T F r0) L -> every (rule_holds more grown F r0) L.
Proof.
case/and3P: new => _ _ al; apply: every_imp al => Q /and3P [na nt nl] h n2 T2 r2 g w th sa st sl; apply: h => //.
- by move=> a aQ; rewrite sa // more_else //; apply: contraNneq na => <-.
by move=> t tQ v; rewrite st // (apart_same nt).
Qed.

Lemma grown_terms F ts : wf n (fun _ => 0%N) -> all (fun G => avoids D J G.2) (facts_of_terms ts) ->
  terms_hold n T F ts -> terms_hold more grown F ts.
Proof.
move=> w0; elim: ts => //= t ts ih; rewrite /facts_of_terms /= => /and5P [aa ab ao at_ /ih {}ih] [h /ih]; split=> // r w.
pose r1 := back (fun _ => 0%N) r; have := h r1 (back_wf w0 w).
rewrite /order_at !back_epoly // => <-; have := back_epoly (fun _ => 0%N) r at_.
by rewrite /entry /epoly !big_seq1 /emono /= /eatoms !big_seq1 !mul1r /= => ->.
Qed.
End Grown.

(* ---- the step ---- *)
Section Step.
Variables (R : realFieldType) (D : seq declaration) (C : seq letter) (r0 : env) (K : seq fact).
Hypothesis archimedean : forall x : R, exists k : nat, x <= k%:R.

(* so many letters are enough, where the number takes one of finitely many values *)
Lemma enough (s : seq R) (d j : nat) : exists m : nat, (j <= m)%N /\ forall q, q \in s -> 0 < q -> d%:R <= m%:R * q.
Proof.
elim: s => [|q s [m [jm hm]]]; first by exists j.
have [k hk] := archimedean (d%:R / q); exists (maxn m k); split; first by rewrite leq_max jm.
move=> x; rewrite inE => /orP [/eqP ->|xs] x0; last first.
  by apply: le_trans (hm x xs x0) _; rewrite ler_wpmul2r ?(ltW x0) // ler_nat leq_maxl.
by rewrite -ler_pdivr_mulr //; apply: le_trans hk _; rewrite ler_nat leq_maxr.
Qed.

Lemma enlarged_valid n T A L goal l m : wf n r0 -> every (valid n T C r0) K -> check_enlarge D C K A L goal l ->
  (n (l_alphabet l) <= m)%N -> let q := epoly n T r0 (nth F0 K (l_number l)).2 in
  (0 < q -> (l_room l)%:R <= m%:R * q) ->
  valid (more (l_alphabet l) m n) (@grown R D (l_alphabet l) m n T) C r0 (enlarged K l).
Proof.
move=> w0 KV /and5P [new ng /andP [aq gt] /allP fq om] nm q enough_ r w ag.
set G := nth F0 K (l_number l) in q enough_ aq gt fq om *.
have eq_ : epoly (more (l_alphabet l) m n) (@grown R D (l_alphabet l) m n T) r G.2 = q.
  by apply/esym/grown_epoly => // x /fq xC; rewrite ag.
have q0 : 0 < q by have := known_nth KV (l_number l) w0 (fun x _ => erefl); rewrite -/G; case: G.1 gt.
suff: 0 <= epoly (more (l_alphabet l) m n) (@grown R D (l_alphabet l) m n T) r
  (mulp (entry (size_tensor (l_alphabet l)) [::]) G.2 ++ negp (scalep (l_room l) one)) by [].
rewrite epoly_cat negp_ok scalep_ok epoly_one mulr1 mulp_ok // eq_ one_atom /grown eqxx subr_ge0.
exact: enough_.
Qed.
End Step.
