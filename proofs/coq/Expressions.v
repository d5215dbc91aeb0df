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
End Value.

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

Theorem prove_at D C fuel As S p goal r0 hyps g : check D C fuel As S As p goal ->
  linked F D As S goal -> all (etyped F) [seq h.2 | h <- g :: hyps] ->
  [&& all2 (says D fuel) hyps As, all2 (fun h G => implied h.1 G.1) hyps As, says D fuel g goal &
      implied goal.1 g.1] ->
  decls_ok D F -> every (true_at F C r0) hyps -> every (dsvalid D F C r0) S -> true_at F C r0 g.
Proof.
move=> ok li /= /andP [tg th] /and4P [hA iA /andP [og sg] ig] dF hh hS.
have := li; case/and4P => /eqP al sums _ _; have G := good_TT x0 dF al sums.
have vA : every (dvalid F C r0) As.
  have tA : all (fun G : fact => ptyped F G.2) As by case/and4P: li => _ _ /= /andP [].
  clear ok li; elim: hyps As th hA iA hh tA => [|h hyps ih] [|A As'] //=.
  case/andP => th ths /andP [/andP [oh sh] hA] /andP [ia iA] [hh hhs] /andP [tA tAs].
  split; last exact: ih.
  move=> r ag; rewrite (dpoly_ok x0) //; apply: implied_ok ia _.
  have := hh r ag; rewrite value_ok // => v.
  exact: (states_ok h.1 G (wf_code r) sh).1 v.
have vg := link_at x0 ok li dF vA hS.
move=> r ag; rewrite value_ok //.
have tG : ptyped F goal.2 by case/and4P: li => _ _ /= /andP [].
apply: (states_ok g.1 G (wf_code r) sg).2; rewrite -(dpoly_ok x0) //.
exact: implied_ok ig (vg r ag).
Qed.
End Side.

(* what the checker has accepted, with hypotheses and goal as they are written *)
Theorem prove D C fuel As S p goal (F : seq ten) (r0 : denv) hyps g :
  check D C fuel As S As p goal ->
  linked F D As S goal -> all (etyped F) [seq h.2 | h <- g :: hyps] ->
  [&& all2 (says D fuel) hyps As, all2 (fun h G => implied h.1 G.1) hyps As, says D fuel g goal &
      implied goal.1 g.1] ->
  decls_ok D F -> every (true_at F C r0) hyps -> every (dsvalid D F C r0) S ->
  holds g.1 (value F r0 g.2).
Proof.
move=> ok li ty st dF hh hS; apply: (prove_at (fun a => r0 a 0%N) ok li ty st dF hh hS).
by elim: (C).
Qed.
End Expressions.
