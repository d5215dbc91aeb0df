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

(* a law has no constants *)
Definition open_law (C : seq letter) (l : law) : bool :=
  all ok_expression [seq h.2 | h <- l_conclusion l :: l_conditions l]
  && all (fun i => i \notin C)
       (flatten [seq free (poly_of h.2) | h <- l_conclusion l :: l_conditions l]).

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

Lemma dagreeI C (r r' : denv) : (forall i, i \in C -> r i.1 i.2 = r' i.1 i.2) -> dagree C r r'.
Proof.
elim: C => //= j C ih h; split; first exact: h (mem_head _ _).
by apply: ih => i iC; apply: h; rewrite inE iC orbT.
Qed.

(* what is true of all letters is true of those that are no constants, and the other way round *)
Lemma true_at_none (F : seq ten) C (r0 : denv) h : true_at F [::] r0 h -> true_at F C r0 h.
Proof. by move=> t r _; apply: t. Qed.
Lemma true_at_open (F : seq ten) C (r0 : denv) h : ok_expression h.2 -> etyped F h.2 ->
  all (fun i => i \notin C) (free (poly_of h.2)) -> true_at F C r0 h -> true_at F [::] r0 h.
Proof.
move=> ok ty /allP op t r _; pose r1 : denv := fun a k => if (a, k) \in C then r0 a k else r a k.
have := t r1; have -> : value F r1 h.2 = value F r h.2.
  apply: (value_at (fun a => r0 a 0%N) ok ty) => i /op; rewrite /r1.
  by case: i => a k /= /negbTE ->.
by apply; apply: dagreeI => -[a k] iC; rewrite /r1 iC.
Qed.
Lemma law_open D (F : seq ten) C (r0 : denv) S (ls : seq law) : all (open_law C) ls -> all (law_typed F) ls ->
  map (@tals R X) F = map d_alphabets D -> all (ok_schema D F) S -> all2 (law_says D 100) ls S ->
  every (law_true D F [::] r0) ls -> every (law_true D F C r0) ls.
Proof.
elim: ls S => [|l ls ih] [|s S] //= /andP [ol ols] /andP [tl tls] al /andP [os oss].
case/andP => ls_ lss [hl hls]; split; last exact: ih lss hls.
case/andP: os => /and3P [pt lt _] _; have /andP [/eqP ep _] := ls_; rewrite -ep in pt lt.
have ed : decl D (l_parameter l) = nth undeclared D (l_parameter l).-1./2.
  by case: (l_parameter l) pt => [|t] //; rewrite /plain /decl /= => /negbTE ->.
move=> f df; set F1 := put F _ _ => hc; apply: true_at_none; apply: hl => //.
have eqt : map (@tals R X) F = map (@tals R X) F1.
  by rewrite al; apply/esym; apply: put_tals; rewrite -?ed.
case/andP: ol => /= /andP [_ ok]; rewrite all_cat => /andP [_]; move: ok hc.
case/andP: tl => _; elim: (l_conditions l) => //= h hs ih' /andP [th ths] /andP [oh ohs] [vh vhs].
rewrite all_cat => /andP [fh fhs]; split; last exact: ih'.
by apply: (true_at_open oh _ fh vh); rewrite -(etyped_tals _ eqt).
Qed.

(* ---- a certificate, for all priors ---- *)
Theorem entails D C As S p goal (F : seq ten) (r0 : denv) (hs : seq quantified) ls g :
  check D C 100 As S p goal ->
  [&& linked F D As S goal, all (etyped F) [seq (formula_of h).2 | h <- g :: hs],
      states_all D 100 As goal hs g & all (closed C (flatten (over g))) hs] ->
  [&& all (law_typed F) ls, all2 (law_says D 100) ls S & all (open_law C) ls] ->
  decls_ok D F -> every (true_of F r0) hs -> every (law_true D F [::] r0) ls -> true_of F r0 g.
Proof.
move=> ok /and4P [li ty /and4P [s1 s2 s3 s4] cl] /and3P [tl sl ol] dF hh hl; pose x0 a := r0 a 0%N.
have /andP [tg th] := ty; apply: for_allI => r1 same.
apply: (prove_by (hyps := map formula_of hs) (laws := ls) (g := formula_of g) ok li) => //.
- by rewrite tl andbT; move: ty; rewrite /= -map_comp.
- by rewrite s1 s2 s3 s4.
- have os := all2_says s1; move: os th cl hh; clear - same x0.
  elim: hs => //= h hs ih /andP [oh os] /andP [th ths] /andP [ch chs] [vh vhs]; split; last exact: ih.
  move=> r ag; apply: (true_at_of x0 oh th _ vh) => i iF no.
  have := allP ch i iF; rewrite (negbTE no) /= => /andP [iC io].
  by rewrite (agree_at ag iC) same.
have /and4P [/eqP al _ _ oS] := li; exact: (law_open ol tl al oS sl).
Qed.

End Entailment.

(* ---- a certificate that assumes a prior of full support ---- *)
Section Supported.
Variables (R : realFieldType) (X : nat -> finType).
Local Notation ten := (ten R X).
Local Notation denv := (denv X).
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
   each of its letters, and a constant letter of a is one of the goal's or is known to have mass *)
Definition has_mass p (hs : seq quantified) (i : letter) : bool :=
  has (fun h => if h is For [::] (Gt, At b) then b == (p, [:: i]) else false) hs.
Definition supportable a p C (hs : seq quantified) (g : quantified) : bool :=
  let e := (formula_of g).2 in
  [&& if (formula_of g).1 is Gt then false else true,
      all (weighted a p) [seq (formula_of h).2 | h <- g :: hs],
      all (fun i => (i.1 == a) ==> carries p i e) (free (poly_of e)) &
      all (fun i => (i.1 == a) ==> (i \in free (poly_of e)) ||
                    ((i \notin flatten (over g)) && has_mass p hs i)) C].
(* of a law: its parameter is no distribution, and its conditions have no letters of a *)
Definition law_supportable a p D (l : law) : bool :=
  [&& plain (l_parameter l), l_parameter l != p, d_stochastic (decl D (l_parameter l)) == [::],
      all (weighted a p) [seq h.2 | h <- l_conclusion l :: l_conditions l],
      all ok_expression [seq h.2 | h <- l_conclusion l :: l_conditions l] &
      all (fun h => all (fun i => i.1 != a) (free (poly_of h.2))) (l_conditions l)].

Lemma has_massP (F : seq ten) r0 p hs i : has_mass p hs i -> every (true_of F r0) hs ->
  0 < datom F r0 (p, [:: i]).
Proof.
elim: hs => //= h hs ih /orP [m|m] [vh vhs]; last exact: ih.
case: h vh m {ih vhs} => [[|? ?] [[] [b|?|?|? ?|? ?|? ?]]] // vh /eqP e.
by rewrite /true_of /= e in vh.
Qed.
Lemma law_supported D (F : seq ten) a p (mass : X a -> R) (x0 : forall b, support mass b) r0 r0'
    (ls : seq law) :
  (forall r i, i.1 = a -> datom F r (p, [:: i]) = 0 \/ kept mass (r i.1 i.2)) -> plain p ->
  map (@tals R X) F = map d_alphabets D -> all (fun l => (l_parameter l).-1./2 < size D)%N ls ->
  all (law_supportable a p D) ls -> all (law_typed F) ls ->
  every (law_true D F [::] r0) ls -> every (law_true D (map (pulled mass) F) [::] r0') ls.
Proof.
move=> prior pp al; elim: ls => //= l ls ih /andP [lt lts] /andP [sl sls] /andP [tl tls] [hl hls].
split; last exact: ih.
case/and5P: sl => pt tp /eqP ns wt /andP [ok fr] f' df' hc'; set t := l_parameter l in pt tp ns lt f' df' hc' *.
pose f := push x0 f'; have := hl f (decl_push x0 ns df'); rewrite -/t => {hl} hl.
have ed : decl D t = nth undeclared D t.-1./2.
  by case: (t) pt => [|u] //; rewrite /plain /decl /= => /negbTE ->.
have prior' r i : i.1 = a -> datom (put F t (Ten _ f)) r (p, [:: i]) = 0 \/ kept mass (r i.1 i.2).
  move=> ia; have -> : datom (put F t (Ten _ f)) r (p, [:: i]) = datom F r (p, [:: i]).
    case: (p) pp tp (put_tof F (Ten _ f) pt pp) => [|u] // pu ne.
    by rewrite eq_sym (negbTE ne) /datom => ->.
  exact: prior.
have same r b : datom (put (map (pulled mass) F) t (Ten _ f')) r b
    = datom (map (pulled mass) (put F t (Ten _ f))) r b.
  case: b => -[|u] l'; first by case: l' => [|i [|j []]].
  rewrite /datom; case: ifP => // /negbT ou; rewrite (tof_pull mass (put F t (Ten _ f)) u.+1).
  have pu : plain u.+1 by [].
  rewrite !put_tof //; case: eqP => _; last by rewrite (tof_pull mass F u.+1).
  by rewrite /= (teval_pull r f l') teval_push.
have val r e : weighted a p e ->
    value (put (map (pulled mass) F) t (Ten _ f')) r e = value (put F t (Ten _ f)) (embed r) e.
  by move=> we; rewrite (value_tensors _ _ same) (value_pull prior').
move: wt ok tl => /= /andP [wc wcs] /andP [_ ok] /andP [_ tl] r _; rewrite val //.
apply: hl => //; move: hc' wcs ok tl fr; rewrite -/t; elim: (l_conditions l) => //= h hs ih'.
case=> vh vhs /andP [wh whs] /andP [oh ohs] /andP [th ths] /andP [fh fhs]; split; last exact: ih'.
move=> r1 _; pose r2 : FiniteTypes.denv (support mass) := fun b k => insubd (x0 b) (r1 b k).
have := vh r2 I; rewrite val //; congr (holds _ _).
have eqt : map (@tals R X) F = map (@tals R X) (put F t (Ten _ f)).
  by rewrite al; apply/esym; apply: put_tals; rewrite -?ed.
apply: (value_at (fun b => r1 b 0%N)) => //; first by rewrite -(etyped_tals _ eqt).
move=> i iF; rewrite /embed /r2 val_insubd kept_other //; exact: (allP fh).
Qed.

Theorem entails_supported D C As S pf goal (F : seq ten) (r0 : denv) (hs : seq quantified) ls g
    a p (x : letter) (mass : X a -> R) :
  check D C 100 As S pf goal ->
  let full := For [:: [:: x]] (Gt, At (p, [:: x])) in
  [&& linked F D As S goal, all (etyped F) [seq (formula_of h).2 | h <- [:: g, full & hs]],
      states_all D 100 As goal (full :: hs) g & all (closed C (flatten (over g))) hs] ->
  [&& all (law_typed F) ls, all2 (law_says D 100) ls S & all (open_law C) ls] ->
  [&& lone a p D, x.1 == a, x \notin C, supportable a p C hs g & all (law_supportable a p D) ls] ->
  tof F p = @Ten R X [:: a] mass ->
  decls_ok D F -> every (true_of F r0) hs -> every (law_true D F [::] r0) ls -> true_of F r0 g.
Proof.
move=> ok full /and4P [li ty st cl] /and3P [tl sl ol].
case/and5P => lo /eqP xa xC /and4P [rel wt ca cc] su ep dF hh hl.
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
have al4 := li; case/and4P: al4 => /eqP lt ls_ lp lS.
have li' : linked (map (pulled mass) F) D As S goal.
  apply/and4P; split=> //; first by rewrite eqt lt.
    by rewrite (eq_all (fun G : fact => ptyped_pull mass F G.2)).
  apply: sub_all lS => s /andP [op ty']; rewrite /ok_schema op andTb.
  by rewrite (eq_all (fun G : fact => ptyped_pull mass F G.2)).
have tl' : all (law_typed (map (pulled mass) F)) ls.
  apply: sub_all tl => l; rewrite /law_typed.
  by rewrite (eq_all (etyped_pull mass F)).
have lts : all (fun l => (l_parameter l).-1./2 < size D)%N ls.
  elim: (ls) (S) sl lS => [|l ls' ih] [|s S'] //= /andP [/andP [/eqP -> _] sls].
  by case/andP => /andP [/and3P [_ -> _] _] /(ih _ sls).
apply: (prove_by (hyps := map formula_of (full :: hs)) (laws := ls) (g := formula_of g) ok li').
- rewrite tl' andbT -(eq_all (etyped_pull mass F)) in ty *.
  by move: ty; rewrite /= -map_comp.
- by case/and4P: st => s1 s2 s3 s4; rewrite s1 s2 s3 s4.
- apply: decls_pull => // k lk; have := others k.
  rewrite mem_iota lk => /(_ isT) /orP [/eqP ->|]; last by left.
  right; rewrite -/k0 -ed eF; case: d0 => h1 h2 h3 h4 _; split;
    try (by case: ifP => // d1; apply: tall_pull; rewrite d1 in h1 h2 h3 h4).
  rewrite /tsum sp /= (sum_kept (mass := mass) (G := mass)) // => y; rewrite kept_a => no.
  by apply/eqP; rewrite eq_le mass0 andbT leNgt.
- split.
    move=> r _; have -> : value (map (pulled mass) F) r (At (p, [:: x])) = mass (val (r a x.2)).
      rewrite -[LHS]/(datom (map (pulled mass) F) r (p, [:: x])) datom_pull ?datE //.
      by apply: contraTneq pp => /= ->; rewrite /plain /size_tensor /= odd_double.
    by have := valP (r a x.2); rewrite kept_a.
  have weighs i : i.1 = a -> has_mass p hs i -> kept mass (r0 i.1 i.2).
    move=> ia m; have := has_massP m hh; rewrite datE.
    by case: i ia {m} => c k /= ca'; subst c; rewrite kept_a.
  have cls := cl; move: os th cls hh wt => /=.
  move: weighs cc; move: (has_mass p hs) => M weighs cc; clear - datE em same lifted prior weighs al cc.
  elim: hs => //= h hs ih /andP [oh os] /andP [th ths] /andP [ch chs] [vh vhs] /and3P [we wh whs].
  split; last by apply: ih => //; rewrite we.
  move=> r ag; rewrite (value_pull prior) //.
  apply: (true_at_of (fun b => r0 b 0%N) oh th _ vh) => i iF no.
  have := allP ch i iF; rewrite (negbTE no) /= => /andP [iC io].
  rewrite /embed (agree_at ag iC) -[val _]/(embed (lift r1) i.1 i.2) -?same //.
  have := allP cc i iC; case: (eqVneq i.1 a) => [ia /=|ne _]; last by rewrite em // ne.
  case/orP => [iG|/andP [_ m]]; first by rewrite em // iG orbT.
  by rewrite lifted // same //; apply: weighs.
have /and4P [/eqP lt' _ _ lS'] := li'.
have hl' := law_supported x0 (lift r1) prior pp lt lts su tl hl.
exact: law_open ol tl' lt' lS' sl hl'.
Qed.
End Supported.
