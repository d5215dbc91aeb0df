(* Expressions as a person writes them, and their equality with polynomials by the checker's normal
   form: what a script would otherwise move in and out of sums by hand. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent Certificate Checker Soundness.
From Pmlsym Require Import FiniteTypes.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Inductive expression :=
| At of atom
| Num of int
| Opp of expression
| Add of expression & expression
| Mul of expression & expression
| Sum of letter & expression.

Fixpoint poly_of (e : expression) : poly :=
  match e with
  | At a => [:: (Posz 1, ([::], [:: a]))]
  | Num c => [:: (c, ([::], [::]))]
  | Opp e => negp (poly_of e)
  | Add e e' => poly_of e ++ poly_of e'
  | Mul e e' => mulp (poly_of e) (poly_of e')
  | Sum i e => [seq (m.1, (i :: m.2.1, m.2.2)) | m <- poly_of e]
  end.
(* no letter is captured in a product *)
Fixpoint ok_expression (e : expression) : bool :=
  match e with
  | At _ | Num _ => true
  | Opp e | Sum _ e => ok_expression e
  | Add e e' => ok_expression e && ok_expression e'
  | Mul e e' =>
      [&& ok_expression e, ok_expression e' & ok_mul (poly_of e) (poly_of e')]
  end.
Definition formula := (rel * expression)%type.

(* the formula says what the fact says: their polynomials are positive multiples of each other *)
Definition says D fuel (h : formula) (G : fact) : bool :=
  ok_expression h.2 && states D fuel (poly_of h.2) G.2.

(* for every tensor in place of the parameter: if the conditions hold, so does the conclusion *)
Record law := Law { l_parameter : nat; l_conditions : seq formula; l_conclusion : formula }.
Definition law_says D fuel (l : law) (s : schema) : bool :=
  [&& l_parameter l == parameter s, all2 (says D fuel) (l_conditions l) (conditions s),
      all2 (fun h (G : fact) => implied G.1 h.1) (l_conditions l) (conditions s),
      says D fuel (l_conclusion l) (conclusion s) & implied (l_conclusion l).1 (conclusion s).1].

Section Expressions.
Variables (R : realFieldType) (X : nat -> finType).
Local Notation ten := (ten R X).
Local Notation denv := (denv X).

Section Value.
Variable F : seq ten.
Fixpoint value (r : denv) (e : expression) : R :=
  match e with
  | At a => datom F r a
  | Num (Posz 0) => 0
  | Num (Posz 1) => 1
  | Num c => c%:~R
  | Opp e => - value r e
  | Add e e' => value r e + value r e'
  | Mul e e' => value r e * value r e'
  | Sum i e => \sum_(x : X i.1) value (@dupd X r i.1 i.2 x) e
  end.
Fixpoint etyped (e : expression) : bool :=
  match e with
  | At a => otyped F a
  | Num _ => true
  | Opp e | Sum _ e => etyped e
  | Add e e' | Mul e e' => etyped e && etyped e'
  end.
(* it holds for all letters outside the constants *)
Definition true_at (C : seq letter) (r0 : denv) (h : formula) : Prop :=
  forall r, dagree C r r0 -> holds h.1 (value r h.2).
Definition law_typed (l : law) : bool :=
  all etyped [seq h.2 | h <- l_conclusion l :: l_conditions l].
End Value.
Definition law_true D F (C : seq letter) (r0 : denv) (l : law) : Prop :=
  forall f : fn R X (d_alphabets (decl D (l_parameter l))),
    decl_ok (decl D (l_parameter l)) (Ten _ f) ->
    every (true_at (put F (l_parameter l) (Ten _ f)) C r0) (l_conditions l) ->
    true_at (put F (l_parameter l) (Ten _ f)) C r0 (l_conclusion l).

Lemma value_tensors (F G : seq ten) r e : (forall r b, datom F r b = datom G r b) ->
  value F r e = value G r e.
Proof.
move=> h; elim: e r => //= [e ih|e ih e' ih'|e ih e' ih'|i e ih] r; rewrite ?ih ?ih' //.
by apply: eq_bigr => x _; apply: ih.
Qed.

Section Side.
Variables (x0 : forall a, X a) (F : seq ten).
Local Notation T := (TT x0 F).
Local Notation n := (size_of X).

Lemma epoly_sum r i p :
  epoly n T r [seq (m.1, (i :: m.2.1, m.2.2)) | m <- p]
  = \sum_(0 <= k < n i.1) epoly n T (upd r i k) p.
Proof.
rewrite {1}/epoly big_map exchange_big /=; apply: eq_bigr => m _.
by rewrite -mulr_sumr.
Qed.

Lemma value_ok e : ok_expression e -> etyped F e ->
  forall r, value F r e = epoly n T (code r) (poly_of e).
Proof.
elim: e => [a|c|e ih|e ih e' ih'|e ih e' ih'|i e ih] /=.
- by move=> _ ty r; rewrite (datom_ok x0) // /epoly big_seq1 /emono /= /eatoms big_seq1 mul1r.
- move=> _ _ r; rewrite /epoly big_seq1 /emono /= /eatoms big_nil mulr1.
  by case: c => [[|[|k]]|k].
- by move=> ok ty r; rewrite negp_ok ih.
- by case/andP => ok ok' /andP [ty ty'] r; rewrite epoly_cat ih // ih'.
- by case/and3P => ok ok' om /andP [ty ty'] r; rewrite mulp_ok // ih // ih'.
- move=> ok ty r; rewrite epoly_sum (sumE x0); apply: eq_bigr => x _; rewrite ih //.
  by apply: epoly_ext => y _; apply: code_dupd.
Qed.

Lemma to_fact D C fuel r0 h G : good n T D -> says D fuel h G -> etyped F h.2 -> ptyped F G.2 ->
  implied h.1 G.1 -> true_at F C r0 h -> dvalid F C r0 G.
Proof.
move=> g /andP [oh sh] th tG im v r ag; rewrite (dpoly_ok x0) //; apply: implied_ok im _.
have := v r ag; rewrite value_ok // => vr.
exact: (states_ok h.1 g (wf_code r) sh).1 vr.
Qed.

Lemma of_fact D C fuel r0 h G : good n T D -> says D fuel h G -> etyped F h.2 -> ptyped F G.2 ->
  implied G.1 h.1 -> dvalid F C r0 G -> true_at F C r0 h.
Proof.
move=> g /andP [oh sh] th tG im v r ag; rewrite value_ok //.
apply: (states_ok h.1 g (wf_code r) sh).2; rewrite -(dpoly_ok x0) //.
exact: implied_ok im (v r ag).
Qed.
End Side.

(* ---- laws: schemas as a person writes them ---- *)
Lemma put_decls D F k (f : ten) : (k < size D)%N -> decls_ok D F ->
  decl_ok (nth undeclared D k) f -> decls_ok D (set_nth (nil_ten R X) F k f).
Proof.
elim: k D F => [|k ih] [|d D] [|g F] //= lt [h hs] df; split=> //.
exact: ih.
Qed.

Lemma put_tals D F k (f : ten) : (k < size D)%N -> map (@tals R X) F = map d_alphabets D ->
  tals f = d_alphabets (nth undeclared D k) ->
  map (@tals R X) (set_nth (nil_ten R X) F k f) = map d_alphabets D.
Proof.
elim: k D F => [|k ih] [|d D] [|g F] //= lt [e es] ef; first by rewrite ef es.
by rewrite e (ih D).
Qed.

Lemma tals_tof F F' u : map (@tals R X) F = map (@tals R X) F' -> tals (tof F u) = tals (tof F' u).
Proof.
case: u => [|u] //= e.
have tn (G : seq ten) k : tals (nth (nil_ten R X) G k) = nth [::] (map (@tals R X) G) k.
  by elim: G k => [|g G ih] [|k] //=.
by rewrite !tn e.
Qed.

Lemma otyped_tals F F' a : map (@tals R X) F = map (@tals R X) F' -> otyped F a = otyped F' a.
Proof.
case: a => -[|u] l e //; have := tals_tof u.+1 e.
by rewrite /otyped; case: ifP => // _ ->.
Qed.

Lemma etyped_tals F F' e : map (@tals R X) F = map (@tals R X) F' -> etyped F e = etyped F' e.
Proof.
move=> h; elim: e => //= [a|e -> e' ->|e -> e' ->] //; exact: otyped_tals.
Qed.

Lemma law_ok (x0 : forall a, X a) F D C fuel r0 l s :
  map (@tals R X) F = map d_alphabets D -> all ok_sum D ->
  ok_schema D F s -> law_says D fuel l s -> law_typed F l -> decls_ok D F ->
  law_true D F C r0 l -> dsvalid D F C r0 s.
Proof.
move=> al sums /andP [/and3P [pt lt _]] /= /andP [tc tcs].
case/and5P => /eqP ep sc ic sl il /= /andP [yl yc] dF lt_.
rewrite /dsvalid -ep in pt lt * => f df hc; set F' := put F _ _ in hc *.
have ed : decl D (l_parameter l) = nth undeclared D (l_parameter l).-1./2.
  by case: (l_parameter l) pt => [|t] //; rewrite /plain /decl /= => /negbTE ->.
have al' : map (@tals R X) F' = map d_alphabets D by apply: put_tals; rewrite -?ed.
have dF' : decls_ok D F' by apply: put_decls; rewrite -?ed.
have g := good_TT x0 dF' al' sums.
have eqt : map (@tals R X) F = map (@tals R X) F' by rewrite al al'.
have py p : ptyped F p -> ptyped F' p.
  by apply: sub_all => m; apply: sub_all => a; rewrite (otyped_tals a eqt).
apply: (to_fact g sl) => //; rewrite -?(etyped_tals _ eqt) //; first exact: py.
apply: lt_ => //; move: sc ic tcs yc hc.
elim: (l_conditions l) (conditions s) => [|h hs ih] [|G Gs] //=.
case/andP => sh shs /andP [ih_ ihs] /andP [tG tGs] /andP [th ths] [vG vGs].
split; last exact: ih vGs.
by apply: (of_fact g sh) => //; rewrite -?(etyped_tals _ eqt) //; apply: py.
Qed.

Theorem prove_at (x0 : forall a, X a) F D C fuel As S p goal r0 hyps laws g :
  check D C fuel As S p goal ->
  linked F D As S goal -> all (etyped F) [seq h.2 | h <- g :: hyps] && all (law_typed F) laws ->
  [&& all2 (says D fuel) hyps As, all2 (fun h G => implied h.1 G.1) hyps As, says D fuel g goal,
      implied goal.1 g.1 & all2 (law_says D fuel) laws S] ->
  decls_ok D F -> every (true_at F C r0) hyps -> every (law_true D F C r0) laws ->
  true_at F C r0 g.
Proof.
move=> ok li /= /andP [/andP [tg th] tl] /and5P [hA iA sg ig lS] dF hh hl.
have := li; case/and4P => /eqP al sums /= /andP [tG tA] tS; have G := good_TT x0 dF al sums.
apply: (of_fact G sg tg tG ig); apply: (link_at x0 ok li dF).
  clear - th hA iA hh tA G; elim: hyps As th hA iA hh tA => [|h hyps ih] [|A As'] //=.
  case/andP => th ths /andP [sh hA] /andP [ia iA] [hh hhs] /andP [tA tAs].
  by split; [apply: (to_fact G sh)|apply: ih].
clear - lS tl tS hl al sums dF x0; elim: laws S lS tl tS hl => [|l laws ih] [|s S] //=.
case/andP => ls lss /andP [tl tls] /andP [ts tss] [hl hls].
by split; [apply: (law_ok x0 al sums ts ls)|apply: ih].
Qed.

(* what the checker has accepted, with hypotheses, laws and goal as they are written *)
Theorem prove_by D C fuel As S p goal (F : seq ten) (r0 : denv) hyps laws g :
  check D C fuel As S p goal ->
  linked F D As S goal -> all (etyped F) [seq h.2 | h <- g :: hyps] && all (law_typed F) laws ->
  [&& all2 (says D fuel) hyps As, all2 (fun h G => implied h.1 G.1) hyps As, says D fuel g goal,
      implied goal.1 g.1 & all2 (law_says D fuel) laws S] ->
  decls_ok D F -> every (true_at F C r0) hyps -> every (law_true D F C r0) laws ->
  holds g.1 (value F r0 g.2).
Proof.
move=> ok li ty st dF hh hl; apply: (prove_at (fun a => r0 a 0%N) ok li ty st dF hh hl).
by elim: (C).
Qed.

(* without laws *)
Theorem prove D C fuel As p goal (F : seq ten) (r0 : denv) hyps g :
  check D C fuel As [::] p goal ->
  linked F D As [::] goal -> all (etyped F) [seq h.2 | h <- g :: hyps] ->
  [&& all2 (says D fuel) hyps As, all2 (fun h G => implied h.1 G.1) hyps As, says D fuel g goal &
      implied goal.1 g.1] ->
  decls_ok D F -> every (true_at F C r0) hyps -> holds g.1 (value F r0 g.2).
Proof.
move=> ok li ty /and4P [s1 s2 s3 s4] dF hh.
apply: (@prove_by _ _ _ _ _ _ _ _ _ hyps [::] g ok li) => //; first by rewrite ty.
by rewrite s1 s2 s3 s4.
Qed.
End Expressions.
