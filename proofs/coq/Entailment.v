(* What a certificate says of formulas that are quantified over tuples of letters: if the hypotheses
   hold for all of theirs, the goal holds for all of its own; and the prior may be taken to have full
   support where Support.v allows it. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent Certificate Checker Soundness.
From Pmlsym Require Import FiniteTypes Expressions Support.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

(* a formula for all letters of these tuples *)
Record quantified := For { over : seq (seq letter); formula_of : formula }.

(* the letters that it does not quantify are constants, and none of the goal's own *)
Definition closed (C own : seq letter) (h : quantified) : bool :=
  all (fun i => (i \in flatten (over h)) || ((i \in C) && (i \notin own)))
      (free (poly_of (formula_of h).2)).
Definition no_letter_of (a : nat) (C : seq letter) (h : quantified) : bool :=
  all (fun i => (i \in flatten (over h)) || (i.1 != a)) (free (poly_of (formula_of h).2)).

(* the data of a certificate say what is written *)
Definition states_all D fuel (As : seq fact) (G : fact) (hs : seq quantified) (g : quantified) :
    bool :=
  [&& all2 (says D fuel) (map formula_of hs) As,
      all2 (fun (h : formula) (G : fact) => implied h.1 G.1) (map formula_of hs) As,
      says D fuel (formula_of g) G & implied G.1 (formula_of g).1].

Section Entailment.
Variables (R : realFieldType) (X : nat -> finType).
Local Notation ten := (ten R X).
Local Notation denv := (denv X).

Fixpoint tuple_of (ls : seq letter) : finType :=
  match ls with
  | [::] => [finType of unit]
  | i :: ls' => match ls' with [::] => X i.1 | _ :: _ => [finType of X i.1 * tuple_of ls'] end
  end.
Fixpoint bind (ls : seq letter) : denv -> tuple_of ls -> denv :=
  match ls return denv -> tuple_of ls -> denv with
  | [::] => fun r _ => r
  | i :: ls' =>
      match ls' as l return (denv -> tuple_of l -> denv) -> denv -> tuple_of (i :: l) -> denv with
      | [::] => fun _ r v => @dupd X r i.1 i.2 v
      | _ :: _ => fun next r v => next (@dupd X r i.1 i.2 v.1) v.2
      end (@bind ls')
  end.
Fixpoint lookup (r : denv) (ls : seq letter) : tuple_of ls :=
  match ls with
  | [::] => tt
  | i :: ls' =>
      match ls' as l return tuple_of l -> tuple_of (i :: l) with
      | [::] => fun _ => r i.1 i.2
      | _ :: _ => fun v => (r i.1 i.2, v)
      end (lookup r ls')
  end.
Fixpoint for_all (bs : seq (seq letter)) (r : denv) (Q : denv -> Prop) : Prop :=
  if bs is b :: bs' then forall v : tuple_of b, for_all bs' (bind r v) Q else Q r.
Definition true_of (F : seq ten) (r : denv) (h : quantified) : Prop :=
  for_all (over h) r (fun r => holds (formula_of h).1 (value F r (formula_of h).2)).

(* ---- environments that differ where it does not matter ---- *)
Lemma bind_lookup (r r' : denv) ls i :
  bind r (lookup r' ls) i.1 i.2 = if i \in ls then r' i.1 i.2 else r i.1 i.2.
Proof.
elim: ls r => [|j ls ih] r //; rewrite inE; case: ls ih => [|k ls] ih.
  by rewrite /= orbF; case: (i =P j) => [->|/eqP ne]; rewrite ?dupd_self ?dupd_other // eq_sym.
rewrite -[LHS]/(bind (@dupd X r j.1 j.2 (r' j.1 j.2)) (lookup r' (k :: ls)) i.1 i.2) ih.
case: (i \in k :: ls); first by rewrite orbT.
by rewrite orbF; case: (i =P j) => [->|/eqP ne]; rewrite ?dupd_self ?dupd_other // eq_sym.
Qed.

Lemma for_all_at bs r r' (Q : denv -> Prop) (L : seq letter) :
  (forall r1 r2, (forall i, i \in L -> r1 i.1 i.2 = r2 i.1 i.2) -> Q r1 -> Q r2) ->
  (forall i, i \in L -> i \notin flatten bs -> r i.1 i.2 = r' i.1 i.2) -> for_all bs r Q -> Q r'.
Proof.
move=> ext; elim: bs r => [|b bs ih] r /= same h; first by apply: ext h => i iL; apply: same.
apply: (ih (bind r (lookup r' b))) (h _) => i iL no; rewrite bind_lookup.
by case: ifP => // ib; apply: same => //; rewrite mem_cat ib.
Qed.

Lemma bind_out b (r : denv) (v : tuple_of b) i : i \notin b -> bind r v i.1 i.2 = r i.1 i.2.
Proof.
elim: b r v => [|j b ih] r // v; rewrite inE negb_or => /andP [ne].
case: b ih v => [|k b] ih v no; first by rewrite /= dupd_other // eq_sym.
by rewrite -[LHS]/(bind (@dupd X r j.1 j.2 v.1) (v.2 : tuple_of (k :: b)) i.1 i.2) ih // dupd_other // eq_sym.
Qed.

Lemma for_allI bs (r : denv) (Q : denv -> Prop) :
  (forall r', (forall i, i \notin flatten bs -> r' i.1 i.2 = r i.1 i.2) -> Q r') -> for_all bs r Q.
Proof.
elim: bs r => [|b bs ih] r /= h; first exact: h.
move=> v; apply: ih => r' same; apply: h => i; rewrite mem_cat negb_or => /andP [ib ibs].
by rewrite same // bind_out.
Qed.

Lemma value_at (x0 : forall a, X a) (F : seq ten) (r r' : denv) e : ok_expression e -> etyped F e ->
  (forall i, i \in free (poly_of e) -> r i.1 i.2 = r' i.1 i.2) -> value F r e = value F r' e.
Proof.
move=> ok ty h; rewrite !(value_ok x0) //; apply: epoly_ext => i iF.
by rewrite /code h.
Qed.

Lemma true_at_of (x0 : forall a, X a) (F : seq ten) r r' h :
  ok_expression (formula_of h).2 -> etyped F (formula_of h).2 ->
  (forall i, i \in free (poly_of (formula_of h).2) -> i \notin flatten (over h) ->
     r i.1 i.2 = r' i.1 i.2) ->
  true_of F r h -> holds (formula_of h).1 (value F r' (formula_of h).2).
Proof.
move=> ok ty same; apply: (for_all_at (L := free (poly_of (formula_of h).2))) => // r1 r2 e.
by rewrite (value_at x0 ok ty e).
Qed.

Lemma all2_says D fuel hs As : all2 (says D fuel) hs As -> all ok_expression (map snd hs).
Proof. by elim: hs As => [|h hs ih] [|A As] //= /andP [/andP [-> _] /ih ->]. Qed.

Lemma agree_at (Y : nat -> finType) C (r r' : FiniteTypes.denv Y) i : dagree C r r' -> i \in C -> r i.1 i.2 = r' i.1 i.2.
Proof. by elim: C => //= j C ih [e ag]; rewrite inE => /orP [/eqP ->|] //; apply: ih. Qed.

(* ---- a certificate, for all priors ---- *)
Theorem entails D C fuel As p goal (F : seq ten) (r0 : denv) (hs : seq quantified) g :
  check D C fuel As [::] As p goal ->
  [&& linked F D As [::] goal, all (etyped F) [seq (formula_of h).2 | h <- g :: hs],
      states_all D fuel As goal hs g & all (closed C (flatten (over g))) hs] ->
  decls_ok D F -> every (true_of F r0) hs -> true_of F r0 g.
Proof.
move=> ok /and4P [li ty /and4P [s1 s2 s3 s4] cl] dF hh; pose x0 a := r0 a 0%N.
have /andP [tg th] := ty.
apply: for_allI => r1 same; apply: (prove (hyps := map formula_of hs) (g := formula_of g) ok li) => //.
  by move: ty; rewrite /= -map_comp.
  by rewrite s1 s2 s3 s4.
have os := all2_says s1; move: os th cl hh; clear - same x0.
elim: hs => //= h hs ih /andP [oh os] /andP [th ths] /andP [ch chs] [vh vhs]; split; last exact: ih.
move=> r ag; apply: (true_at_of x0 oh th _ vh) => i iF no.
have := allP ch i iF; rewrite (negbTE no) /= => /andP [iC io].
by rewrite (agree_at ag iC) same.
Qed.

(* ---- a certificate that assumes a prior of full support ---- *)
Lemma etyped_pull a mass (F : seq ten) e :
  etyped (map (pulled (a := a) mass) F) e = etyped F e.
Proof.
elim: e => [b|c|e ih|e ih e' ih'|e ih e' ih'|i e ih] //; try by rewrite [LHS]/= ih ?ih'.
case: b => -[|t] l //; rewrite [LHS]/etyped [RHS]/etyped /otyped; case: ifP => // _.
by rewrite (tof_pull mass F t.+1).
Qed.
Lemma ptyped_pull a mass (F : seq ten) q :
  ptyped (map (pulled (a := a) mass) F) q = ptyped F q.
Proof.
apply: eq_all => m; apply: eq_all => b.
exact: (@etyped_pull a mass F (At b)).
Qed.

(* what has to be seen of the data before a prior may be taken to have full support: the prior's
   alphabet a has no other distribution, every sum over it is weighted, the goal carries the mass of
   each of its letters, and no constant is a letter of a that the goal does not have *)
Definition supportable a p C (hs : seq quantified) (g : quantified) : bool :=
  let e := (formula_of g).2 in
  [&& if (formula_of g).1 is Gt then false else true,
      all (weighted a p) [seq (formula_of h).2 | h <- g :: hs],
      all (fun i => (i.1 == a) ==> carries p i e) (free (poly_of e)) &
      all (fun i => (i.1 == a) ==> (i \in free (poly_of e))) C].

Theorem entails_supported D C fuel As pf goal (F : seq ten) (r0 : denv) (hs : seq quantified) g
    a p (x : letter) (mass : X a -> R) :
  check D C fuel As [::] As pf goal ->
  let full := For [:: [:: x]] (Gt, At (p, [:: x])) in
  [&& linked F D As [::] goal, all (etyped F) [seq (formula_of h).2 | h <- [:: g, full & hs]],
      states_all D fuel As goal (full :: hs) g & all (closed C (flatten (over g))) hs] ->
  [&& lone a p D, x.1 == a, x \notin C & supportable a p C hs g] ->
  tof F p = @Ten R X [:: a] mass ->
  decls_ok D F -> every (true_of F r0) hs -> true_of F r0 g.
Proof.
move=> ok full /and4P [li ty st cl] /and4P [lo /eqP xa xC /and4P [rel wt ca cc]] ep dF hh.
case/and5P: lo => pp /eqP ap np /eqP sp /allP others; pose k0 := p.-1./2.
have ed : decl D p = nth undeclared D k0.
  by rewrite /k0; case: (p) pp => [|t] //; rewrite /plain /decl /= => /negbTE ->.
have eF : nth (nil_ten R X) F k0 = @Ten R X [:: a] mass.
  by rewrite -ep /k0; case: (p) pp.
have d0 : decl_ok (decl D p) (@Ten R X [:: a] mass).
  rewrite ed -eF; clear - dF ed ap.
  have : (k0 < size D)%N by rewrite ltnNge; apply: contraPN ap => le; rewrite ed nth_default.
  elim: D F k0 dF {ed ap} => [|d D ih] [|f F] [|k] //= [df dF] lt //; exact: ih.
have mass0 y : 0 <= mass y by case: d0; rewrite np => h _ _ _ _; apply: h.
have mass1 : \sum_y mass y = 1 by case: d0 => _ _ _ _; rewrite /tsum sp /=.
have datE r i : datom F r (p, [:: i]) = mass (r a i.2).
  transitivity (teval r (tfun (tof F p)) [:: i]); last by rewrite ep.
  by case: (p) pp => [|t] //; rewrite /plain /datom => /negbTE ->.
have prior r i : i.1 = a -> datom F r (p, [:: i]) = 0 \/ kept mass (r i.1 i.2).
  move=> ia; rewrite datE; case: i ia => b k /= ->; rewrite kept_a; have := mass0 (r a k).
  by rewrite le_eqVlt => /orP [/eqP <-|]; [left|right].
have ex b : exists y : support mass b, true.
  case: (b =P a) => [->|/eqP ne]; last by exists (Sub (r0 b 0%N) (kept_other mass _ ne)).
  have [y py] : exists y, 0 < mass y.
    apply/existsP; rewrite -[[exists _, _]]negbK negb_exists; apply/negP => /forallP none.
    move: (@oner_neq0 R); rewrite -mass1 big1 ?eqxx // => y _.
    by apply/eqP; rewrite eq_le mass0 andbT leNgt none.
  by exists (Sub y (etrans (kept_a mass y) py)).
pose x0 b : support mass b := xchoose (ex b).
have [oe os] : ok_expression (formula_of g).2 /\ all ok_expression (map snd (map formula_of hs)).
  case/and4P: st => s1 _ /andP [-> _] _; split=> //.
  by have := all2_says s1.
move: (ty) => /= /and3P [tg tx th].
pose lift (r : denv) : FiniteTypes.denv (support mass) := fun b k => insubd (x0 b) (r b k).
have lifted r b k : kept mass (r b k) -> embed (lift r) b k = r b k.
  by move=> kr; rewrite /embed /lift val_insubd kr.
apply: for_allI => r1 same; set e := (formula_of g).2 in oe tg ca cc *.
case: (boolP (all (fun i => (i.1 == a) ==> kept mass (r1 i.1 i.2)) (free (poly_of e)))); last first.
  case/allPn => i iF; rewrite negb_imply => /andP [/eqP ia no].
  have := allP ca i iF; rewrite ia eqxx /= => c.
  by rewrite (carries0 prior ia c no); case: ((formula_of g).1) rel => //= _; apply: lexx.
move=> /allP al.
have em i : (i.1 != a) || (i \in free (poly_of e)) -> embed (lift r1) i.1 i.2 = r1 i.1 i.2.
  case/orP => [ne|iF]; apply: lifted; first exact: kept_other.
  by case: (eqVneq i.1 a) (al i iF) => [_|ne _]; [|apply: kept_other].
have -> : value F r1 e = value F (embed (lift r1)) e.
  by apply: (value_at (fun b => r0 b 0%N) oe tg) => i iF; rewrite em // iF orbT.
have wte : weighted a p e by move: wt => /= /andP [].
rewrite -(value_pull prior) //.
have eqt : map (@tals R _) (map (pulled mass) F) = map (@tals R X) F by rewrite -map_comp.
have al4 := li; case/and4P: al4 => /eqP lt ls lp _.
apply: (prove (hyps := map formula_of (full :: hs)) (g := formula_of g) ok).
- apply/and4P; split=> //; first by rewrite eqt lt.
  by rewrite (eq_all (fun G : fact => ptyped_pull mass F G.2)).
- rewrite -(eq_all (etyped_pull mass F)) in ty.
  by move: ty; rewrite /= -map_comp.
- by case/and4P: st => s1 s2 s3 s4; rewrite s1 s2 s3 s4.
- apply: decls_pull => // k lk; have := others k.
  rewrite mem_iota lk => /(_ isT) /orP [/eqP ->|]; last by left.
  right; rewrite -/k0 -ed eF; case: d0 => h1 h2 h3 h4 _; split;
    try (by case: ifP => // d1; apply: tall_pull; rewrite d1 in h1 h2 h3 h4).
  rewrite /tsum sp /= (sum_kept (mass := mass) (G := mass)) // => y; rewrite kept_a => no.
  by apply/eqP; rewrite eq_le mass0 andbT leNgt.
split.
  move=> r _; have -> : value (map (pulled mass) F) r (At (p, [:: x])) = mass (val (r a x.2)).
    rewrite -[LHS]/(datom (map (pulled mass) F) r (p, [:: x])) datom_pull ?datE //.
    by apply: contraTneq pp => /= ->; rewrite /plain /size_tensor /= odd_double.
  by have := valP (r a x.2); rewrite kept_a.
have cls := cl; move: os th cls hh wt => /=; clear - datE em same lifted prior cc.
elim: hs => //= h hs ih /andP [oh os] /andP [th ths] /andP [ch chs] [vh vhs] /and3P [we wh whs].
split; last by apply: ih => //; rewrite we.
move=> r ag; rewrite (value_pull prior) //.
apply: (true_at_of (fun b => r0 b 0%N) oh th _ vh) => i iF no.
have := allP ch i iF; rewrite (negbTE no) /= => /andP [iC io].
rewrite /embed (agree_at ag iC) -[val _]/(embed (lift r1) i.1 i.2) em ?same //.
by have := allP cc i iC; case: eqP.
Qed.
End Entailment.
