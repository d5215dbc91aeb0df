(* Claims about leakages, and the formulas that they are lowered to (pmlsym/lowering/sequents.py).

   A measure is written down twice: as what Pml.v defines, and as expressions in letters; `agrees`
   says that these have those values, which holds by computation where the letters are the right
   ones. `forms` lowers "at most a level" to formulas, and `forms_ok` is its soundness, from the
   definition to the formulas and back. Sums of maxima, tails and total variation are not equivalent
   to formulas over the same tensors; Sums.v has a theorem for each direction that is needed. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent Certificate Checker Soundness.
From Pmlsym Require Import FiniteTypes Expressions Support Entailment Pml Levels.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Definition Sub e e' : expression := Add e (Opp e').
Definition nothing : expression := Num 1.              (* no guard *)

Section Claims.
Variables (R : realFieldType) (X : nat -> finType) (F : seq (ten R X)) (r0 : denv X).
Local Notation T := (tuple_of X).
Local Notation at_ r e := (value F r e).

(* a number as a quotient of two expressions without letters *)
Record level := Level { top : expression; bottom : expression; number : R }.
Definition is_level (l : level) : Prop :=
  (forall r, at_ r (top l) = at_ r (bottom l) * number l /\ 0 < at_ r (bottom l))
  /\ 0 <= number l.
Lemma plain_level e v : (forall r, at_ r e = v) -> 0 <= v -> is_level (Level e (Num 1) v).
Proof. by move=> h v0; split=> // r; rewrite h mul1r ltr01. Qed.
Lemma ratio_level e e' v v' : (forall r, at_ r e = v) -> (forall r, at_ r e' = v') -> 0 <= v ->
  0 < v' -> is_level (Level e e' (v / v')).
Proof.
move=> h h' v0 v'0; split=> [r|]; last by rewrite divr_ge0 // ltW.
by rewrite h h' v'0 mulrC divfK ?gt_eqF.
Qed.

(* g (l d - n) >= 0, which is n / d <= l where g > 0 *)
Definition below (l : level) (g n d : expression) : formula :=
  (Ge, Mul g (Sub (Mul (top l) d) (Mul (bottom l) n))).
Lemma below_ok l r g n d : is_level l ->
  holds Ge (at_ r (below l g n d).2) <-> 0 <= at_ r g * (number l * at_ r d - at_ r n).
Proof.
move=> [/(_ r) [e b0] _]; rewrite /= e -mulrA -mulrBr mulrCA.
by rewrite pmulr_rge0.
Qed.
(* what is a number by computation, and the reciprocal of one *)
Lemma inverse_level e v : (forall r, at_ r e = v^-1) -> 0 < v -> is_level (Level (Num 1) e v).
Proof. by move=> h v0; split=> [r|]; rewrite ?ltW // h invr_gt0 v0 mulVf ?gt_eqF. Qed.
Lemma reciprocal_level e v : (forall r, at_ r e = v) -> 0 < v ->
  is_level (Level (Num 1) e v^-1).
Proof. by move=> h v0; split=> [r|]; rewrite ?invr_ge0 ?ltW // h v0 mulfV ?gt_eqF. Qed.
Lemma over_inverse_level e e' v w : (forall r, at_ r e = v) -> (forall r, at_ r e' = w^-1) ->
  0 <= v -> 0 < w -> is_level (Level e e' (v * w)).
Proof.
move=> h h' v0 w0; split=> [r|]; last by rewrite mulr_ge0 // ltW.
by rewrite h h' invr_gt0 w0 mulrCA mulVf ?mulr1 ?gt_eqF.
Qed.

Lemma below1_ok l r n d : is_level l ->
  holds Ge (at_ r (below l nothing n d).2) <-> 0 <= number l * at_ r d - at_ r n.
Proof. by move=> h; rewrite below_ok //= mul1r. Qed.

Inductive measure : Type :=
| Leak xs ys of dist R (T xs) & chan R (T xs) (T ys) & expression & expression & expression
| LeakAt xs ys of dist R (T xs) & chan R (T xs) (T ys) & expression & expression & expression
| Cond xs ys zs of dist R (T xs) & chan R (T xs) (T ys) & chan R [finType of T xs * T ys] (T zs)
    & expression & expression & expression & expression
| CondAt xs ys zs of dist R (T xs) & chan R (T xs) (T ys) & chan R [finType of T xs * T ys] (T zs)
    & expression & expression & expression & expression
| Cost xs ys of dist R (T xs) & chan R (T xs) (T ys) & expression & expression & expression
| Lip xs ys of dist R (T xs) & chan R (T xs) (T ys) & expression & expression & expression
| Local xs (xs' : seq letter) ys of T xs & chan R (T xs) (T ys) & (T xs' -> T xs)
    & expression & expression
| LocalOf xs (xs' : seq letter) ys of dist R (T xs) & chan R (T xs) (T ys) & (T xs' -> T xs)
    & expression & expression & expression & expression
| Ldi xs (xs' : seq letter) ys of dist R (T xs) & chan R (T xs) (T ys) & (T xs' -> T xs)
    & expression & expression & expression & expression
| Top vs of (T vs -> R) & expression
| Quotient ys vs of (T ys -> T vs -> R) & (T ys -> T vs -> R) & expression & expression.

(* the measure is at most t, as Pml.v has it *)
Definition at_most (m : measure) (t : R) : Prop :=
  match m with
  | Leak _ _ P W _ _ _ => pml_max P W <= t
  | LeakAt _ ys P W _ _ _ => pml P W (lookup r0 ys) <= t
  | Cond _ _ _ P W U _ _ _ _ => cpml_max P W U <= t
  | CondAt _ ys zs P W U _ _ _ _ => cpml P W U (lookup r0 ys) (lookup r0 zs) <= t
  | Cost _ _ P W _ _ _ => le_ext (costleak P W) t
  | Lip _ _ P W _ _ _ => le_ext (lip P W) t
  | Local _ _ _ _ W _ _ _ => le_ext (ldp W) t
  | LocalOf _ _ _ P W _ _ _ _ _ => le_ext (ldp_of P W) t
  | Ldi _ _ _ P W _ _ _ _ _ => le_ext (ldi P W) t
  | Top _ f _ => \big[Num.max/0]_v f v <= t
  | Quotient _ _ n d _ _ => \big[Num.max/0]_y \big[Num.max/0]_v (n y v / d y v) <= t
  end.

(* what it is lowered to: tuples of letters, and formulas *)
Definition forms (m : measure) (l : level) : seq quantified :=
  match m with
  | Leak xs ys _ _ p w o => [:: For [:: xs; ys] (below l p w o)]
  | LeakAt xs ys _ _ p w o =>
      [:: For [::] (below l nothing (Num 1) (Num 1)); For [:: xs] (below l p w o)]
  | Cond xs ys zs _ _ _ p w u n => [:: For [:: xs; ys; zs] (below l (Mul p w) u n)]
  | CondAt xs _ _ _ _ _ p w u n =>
      [:: For [::] (below l nothing (Num 1) (Num 1)); For [:: xs] (below l (Mul p w) u n)]
  | Cost xs ys _ _ p w o => [:: For [:: xs; ys] (below l p o w)]
  | Lip xs ys _ _ p w o => [:: For [:: xs; ys] (below l p w o); For [:: xs; ys] (below l p o w)]
  | Local xs xs' ys _ _ _ w w' => [:: For [:: xs; xs'; ys] (below l nothing w w')]
  | LocalOf xs xs' ys _ _ _ p p' w w' => [:: For [:: xs; xs'; ys] (below l (Mul p p') w w')]
  | Ldi xs xs' ys _ _ _ p p' w w' =>
      [:: For [:: xs; xs'; ys] (below l p' (Mul p w) (Mul p' w'))]
  | Top vs _ e => [:: For [:: vs] (below l nothing e (Num 1))]
  | Quotient ys vs _ _ e e' => [:: For [:: ys; vs] (below l nothing e e')]
  end.

(* the expressions have the values of what is defined *)
Definition agrees (m : measure) : Prop :=
  match m with
  | Leak xs ys P W p w o | Cost xs ys P W p w o | Lip xs ys P W p w o => forall x y,
      let r := bind (bind r0 x) y in
      [/\ at_ r p = P x, at_ r w = W x y & at_ r o = out P W y]
  | LeakAt xs ys P W p w o => forall x,
      let r := bind r0 x in let y := lookup r0 ys in
      [/\ at_ r p = P x, at_ r w = W x y & at_ r o = out P W y]
  | Cond xs ys zs P W U p w u n => forall x y z,
      let r := bind (bind (bind r0 x) y) z in
      [/\ at_ r p = P x, at_ r w = W x y, at_ r u = U (x, y) z & at_ r n = next P W U y z]
  | CondAt xs ys zs P W U p w u n => forall x,
      let r := bind r0 x in let y := lookup r0 ys in let z := lookup r0 zs in
      [/\ at_ r p = P x, at_ r w = W x y, at_ r u = U (x, y) z & at_ r n = next P W U y z]
  | Local xs xs' ys _ W s w w' => (forall x, exists x', s x' = x) /\ forall x x' y,
      let r := bind (bind (bind r0 x) x') y in at_ r w = W x y /\ at_ r w' = W (s x') y
  | LocalOf xs xs' ys P W s p p' w w' | Ldi xs xs' ys P W s p p' w w' =>
      (forall x, exists x', s x' = x) /\ forall x x' y,
      let r := bind (bind (bind r0 x) x') y in
      [/\ at_ r p = P x, at_ r p' = P (s x'), at_ r w = W x y & at_ r w' = W (s x') y]
  | Top vs f e => forall v, at_ (bind r0 v) e = f v
  | Quotient ys vs n d e e' => forall y v,
      [/\ 0 <= n y v, 0 <= d y v, (d y v = 0 -> n y v = 0),
          at_ (bind (bind r0 y) v) e = n y v & at_ (bind (bind r0 y) v) e' = d y v]
  end.

Theorem forms_ok m l : agrees m -> is_level l ->
  at_most m (number l) <-> every (true_of F r0) (forms m l).
Proof.
move=> ag il; have t0 : 0 <= number l by case: il.
case: m ag => [xs ys P W p w o|xs ys P W p w o|xs ys zs P W U p w u n|xs ys zs P W U p w u n
  |xs ys P W p w o|xs ys P W p w o|xs xs' ys x1 W s w w'|xs xs' ys P W s p p' w w'
  |xs xs' ys P W s p p' w w'|vs f e|ys vs n d e e'] ag; rewrite [at_most _ _]/= [every _ _]/=.
- rewrite pml_max_le //; split=> [h|[h _] x y]; [split=> // x y|];
    have [e1 e2 e3] := ag x y; first by apply/below_ok; rewrite // e1 e2 e3.
  by have /(below_ok _ _ _ _ il) := h x y; rewrite e1 e2 e3.
- rewrite pml_le //; split=> [[t1 h]|[/(below1_ok _ _ _ il) /= t1 [h _]]].
    split; first by apply/below1_ok => //=; rewrite mulr1 subr_ge0.
    by split=> // x; have [e1 e2 e3] := ag x; apply/below_ok; rewrite // e1 e2 e3.
  split=> [|x]; first by rewrite -subr_ge0 -[number l]mulr1.
  by have [e1 e2 e3] := ag x; have /(below_ok _ _ _ _ il) := h x; rewrite e1 e2 e3.
- rewrite cpml_max_le //; split=> [h|[h _] x y z]; [split=> // x y z|];
    have [e1 e2 e3 e4] := ag x y z; first by apply/below_ok; rewrite // [at_ _ _]/= e1 e2 e3 e4.
  by have /(below_ok _ _ _ _ il) := h x y z; rewrite [at_ _ (Mul _ _)]/= e1 e2 e3 e4.
- rewrite cpml_le //; split=> [[t1 h]|[/(below1_ok _ _ _ il) /= t1 [h _]]].
    split; first by apply/below1_ok => //=; rewrite mulr1 subr_ge0.
    split=> // x; have [e1 e2 e3 e4] := ag x.
    by apply/below_ok; rewrite // [at_ _ (Mul _ _)]/= e1 e2 e3 e4.
  split=> [|x]; first by rewrite -subr_ge0 -[number l]mulr1.
  have [e1 e2 e3 e4] := ag x; have /(below_ok _ _ _ _ il) := h x.
  by rewrite [at_ _ (Mul _ _)]/= e1 e2 e3 e4.
- rewrite costleak_le //; split=> [h|[h _] x y]; [split=> // x y|];
    have [e1 e2 e3] := ag x y; first by apply/below_ok; rewrite // e1 e2 e3.
  by have /(below_ok _ _ _ _ il) := h x y; rewrite e1 e2 e3.
- rewrite lip_le //; split=> [h|[h [h' _]] x y].
    by split; [|split=> //]; move=> x y; have [e1 e2 e3] := ag x y; have [i1 i2] := h x y;
      apply/below_ok; rewrite // e1 e2 e3.
  have [e1 e2 e3] := ag x y; have /(below_ok _ _ _ _ il) := h x y.
  by have /(below_ok _ _ _ _ il) := h' x y; rewrite e1 e2 e3; split.
- case: ag => surj ag; rewrite (ldp_le W x1 t0); split=> [h|[h _] x x2 y].
    by split=> // x x' y; have [e1 e2] := ag x x' y; apply/below1_ok; rewrite // e1 e2.
  have [x' <-] := surj x2; have [e1 e2] := ag x x' y.
  by have /(below1_ok _ _ _ il) := h x x' y; rewrite e1 e2.
- case: ag => surj ag; rewrite ldp_of_le //; split=> [h|[h _] x x2 y].
    split=> // x x' y; have [e1 e2 e3 e4] := ag x x' y.
    by apply/below_ok; rewrite // [at_ _ (Mul _ _)]/= e1 e2 e3 e4.
  have [x' <-] := surj x2; have [e1 e2 e3 e4] := ag x x' y.
  by have /(below_ok _ _ _ _ il) := h x x' y; rewrite [at_ _ (Mul _ _)]/= e1 e2 e3 e4.
- case: ag => surj ag; rewrite ldi_le //; split=> [h|[h _] x x2 y].
    split=> // x x' y; have [e1 e2 e3 e4] := ag x x' y.
    by apply/below_ok; rewrite //= e1 e2 e3 e4.
  have [x' <-] := surj x2; have [e1 e2 e3 e4] := ag x x' y.
  by have /(below_ok _ _ _ _ il) := h x x' y; rewrite /= e1 e2 e3 e4.
- rewrite bigmax_le; split=> [[_ h]|[h _]].
    by split=> // v; apply/below1_ok; rewrite //= mulr1 ag subr_ge0; apply: h.
  split=> // v _; have /(below1_ok _ _ _ il) := h v.
  by rewrite /= mulr1 ag subr_ge0.
- rewrite quotients_le //; try by move=> y v; case: (ag y v).
  split=> [h|[h _] y v]; [split=> // y v|]; have [_ _ _ e1 e2] := ag y v.
    by apply/below1_ok; rewrite // e1 e2.
  by have /(below1_ok _ _ _ il) := h y v; rewrite e1 e2.
Qed.
End Claims.
