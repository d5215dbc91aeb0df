(* A claim is proved by certificates: its premises and its conclusion are lowered to formulas, and each
   formula of the conclusion is what one certificate proves from formulas of the premises. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent Certificate Checker Soundness.
From Pmlsym Require Import FiniteTypes Expressions Support Entailment Pml Levels Claims.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

(* the data of one certificate: which formulas it uses, in the order of its hypotheses, and whether
   it takes a prior to have full support: its alphabet, its number, and the letter of that fact *)
Record certified := Certified {
  constants : seq letter; hypotheses : seq fact; proves : fact; steps : proof;
  chosen : seq nat; positive : option (nat * nat * letter) }.
Definition trivially : quantified := For [::] (Ge, Num 1).
Definition full_support (s : nat * nat * letter) : quantified :=
  For [:: [:: s.2]] (Gt, At (s.1.2, [:: s.2])).
Definition used (fs : seq quantified) (c : certified) : seq quantified :=
  [seq nth trivially fs k | k <- chosen c].
Definition assumed (fs : seq quantified) (c : certified) : seq quantified :=
  if positive c is Some s then full_support s :: used fs c else used fs c.
Definition fuel : nat := 100.
Definition accepted D (fs : seq quantified) (g : quantified) (c : certified) : bool :=
  [&& check D (constants c) fuel (hypotheses c) [::] (hypotheses c) (steps c) (proves c),
      states_all D fuel (hypotheses c) (proves c) (assumed fs c) g,
      all (closed (constants c) (flatten (over g))) (used fs c) &
      if positive c is Some ((a, p), x) then
        [&& lone a p D, x.1 == a, x \notin constants c & supportable a p (constants c) (used fs c) g]
      else true].

(* are two expressions written alike? *)
Fixpoint same_expression (e e' : expression) : bool :=
  match e, e' with
  | At a, At b => a == b
  | Num c, Num d => c == d
  | Opp a, Opp b => same_expression a b
  | Add a b, Add c d | Mul a b, Mul c d => same_expression a c && same_expression b d
  | Expressions.Sum i a, Expressions.Sum j b => (i == j) && same_expression a b
  | _, _ => false
  end.
Lemma same_expressionP e e' : same_expression e e' -> e = e'.
Proof.
elim: e e' => [a|c|e ih|a iha b ihb|a iha b ihb|i e ih] [a'|c'|e'|u v|u v|j e'] //=.
- by move/eqP ->.
- by move/eqP ->.
- by move/ih ->.
- by case/andP => /iha -> /ihb ->.
- by case/andP => /iha -> /ihb ->.
- by case/andP => /eqP -> /ih ->.
Qed.

Section Lowering.
Variables (R : realFieldType) (X : nat -> finType) (F : seq (ten R X)) (r0 : denv X).
Local Notation T := (tuple_of X).
Local Notation at_ r e := (value F r e).

Definition typed_with D (fs : seq quantified) (g : quantified) (c : certified) : bool :=
  linked F D (hypotheses c) [::] (proves c)
  && all (etyped F) [seq (formula_of h).2 | h <- g :: assumed fs c].

Theorem certified_ok D (fs gs : seq quantified) (cs : seq certified) :
  all2 (accepted D fs) gs cs -> all2 (typed_with D fs) gs cs -> decls_ok D F ->
  every (true_of F r0) fs -> every (true_of F r0) gs.
Proof.
move=> + + dF hf; have hu c : every (true_of F r0) (used fs c).
  rewrite /used; elim: (chosen c) => //= k ks ih; split=> //.
  by apply: every_nth hf; rewrite /true_of /=; apply: ler01.
elim: gs cs => [|g gs ih] [|c cs] //= /andP [/and4P [ok st cl su] oks] /andP [/andP [li ty] tys].
split; last exact: ih oks tys; move: st ty su; rewrite /assumed.
case: (positive c) => [[[a p] x]|] st ty su.
  have [mass em] : exists mass, tof F p = @Ten R X [:: a] mass.
    have /and4P [/eqP al _ _ _] := li; have /and4P [lo _ _ _] := su.
    have /and5P [pp /eqP da np ds _] := lo.
    have : tals (tof F p) = [:: a].
      rewrite -da; clear - al pp; case: p pp => [|t] //; rewrite /plain /decl /= => /negbTE ->.
      elim: t./2 (F) D al => [|k ih] [|f G] [|d D] //= [e es] //; exact: ih.
    by case: (tof F p) => A f /= e; move: f; rewrite e => f; exists f.
  apply: (entails_supported ok _ su em dF (hu c)).
  by rewrite /= in ty *; apply/and4P; split.
apply: (entails ok _ dF (hu c)).
by apply/and4P; split.
Qed.

(* ---- premises ---- *)
Inductive premise : Type :=
| Most of @measure R X & level R
| Through of @measure R X & level R & seq letter & expression & expression
| Rarest xs of dist R (T xs) & expression & expression & R
| Defined xs ys zs of dist R (T xs) & chan R (T xs) (T ys) & chan R [finType of T xs * T ys] (T zs)
    & expression & expression & expression
| Compare of rel & expression & expression & R & R
| Envelope xs ys of (T ys -> R) & (T xs -> T ys -> R) & expression & expression & expression
    & level R & (T xs -> R)
| Exceeds xs ys of dist R (T xs) & chan R (T xs) (T ys) & expression & expression & expression
    & expression & level R & level R.

(* a leakage under the distribution of an outcome, known at each letter that leads to it: another
   guard, with further letters, that is positive only where the first one is *)
Definition reguard (vs : seq letter) (p g : expression) (h : quantified) : quantified :=
  match formula_of h with
  | (Ge, Mul p' e) => if same_expression p p' then For (vs :: over h) (Ge, Mul g e) else h
  | _ => h
  end.

Definition lowered (h : premise) : seq quantified :=
  match h with
  | Most m l => forms m l
  | Through m l vs p g => [seq reguard vs p g h | h <- forms m l]
  | Rarest xs _ p e _ => [:: For [:: xs] (Ge, Mul p (Sub p e))]
  | Defined xs ys zs _ _ _ n o j => [:: For [:: ys; zs] (Eq, Sub (Mul n o) j)]
  | Compare q e e' _ _ => [:: For [::] (q, Sub e e')]
  | Envelope xs ys _ _ m w s l p =>
      [:: For [:: xs; ys] (Ge, Mul s (Sub m w));
          For [::] (below l nothing (foldr Sum m ys) (Num 1))]
  | Exceeds xs ys _ _ p w o b s l =>
      [:: For [:: xs; ys] (below s (Mul (Sub (Num 1) b) p) w o);
          For [::] (below l nothing (foldr Sum (Mul b o) ys) (Num 1))]
  end.

(* what a premise says, and that its expressions say the same *)
Definition granted (h : premise) : Prop :=
  match h with
  | Most m l => [/\ agrees F r0 m, is_level F l & at_most r0 m (number l)]
  | Through m l vs p g =>
      [/\ forall v, agrees F (bind r0 (v : T vs)) m, is_level F l,
         forall v, at_most (bind r0 (v : T vs)) m (number l),
         agrees F r0 m /\ at_most r0 m (number l) &
         forall r, 0 <= at_ r g /\ at_ r g <= at_ r p]
  | Rarest xs P p e v =>
      (forall x, at_ (bind r0 x) p = P x /\ at_ (bind r0 x) e = v) /\ v <= pmin P
  | Defined xs ys zs P W U n o j => forall y z,
      let r := bind (bind r0 y) z in
      [/\ at_ r n = next P W U y z, at_ r o = out P W y &
          at_ r j = \sum_x P x * W x y * U (x, y) z]
  | Compare q e e' v v' => at_ r0 e = v /\ at_ r0 e' = v' /\
      match q with Ge => v' <= v | Gt => v' < v | Eq => v = v' end
  | Envelope xs ys M W m w s l p =>
      (forall x y, let r := bind (bind r0 x) y in
        [/\ at_ r m = M y, at_ r w = W x y, at_ r s = p x, 0 <= p x & 0 < p x -> W x y <= M y])
      /\ at_ r0 (foldr Sum m ys) = \sum_y M y /\ is_level F l /\ \sum_y M y <= number l
  | Exceeds xs ys P W p w o b s l =>
      (forall x y, let r := bind (bind r0 x) y in
        [/\ at_ r p = P x, at_ r w = W x y, at_ r o = out P W y &
            at_ r b = (number s < pml P W y)%R%:R])
      /\ at_ r0 (foldr Sum (Mul b o) ys) = \sum_y (number s < pml P W y)%R%:R * out P W y
      /\ is_level F s /\ is_level F l /\ tail P W (number s) <= number l
  end.

Lemma for_all_imp bs (r : denv X) (Q Q' : denv X -> Prop) :
  (forall r, Q r -> Q' r) -> for_all bs r Q -> for_all bs r Q'.
Proof. by move=> i; elim: bs r => [|b bs ih] r /=; [apply: i|move=> h v; apply: ih]. Qed.
Lemma reguard_ok vs p g h : (forall r, 0 <= at_ r g /\ at_ r g <= at_ r p) ->
  true_of F r0 h -> (forall v, true_of F (bind r0 (v : T vs)) h) -> true_of F r0 (reguard vs p g h).
Proof.
move=> gp th hv; rewrite /reguard; case ef: (formula_of h) => [[] e] //.
case: e ef => // p' e ef; case: ifP => // /same_expressionP ep v; subst p'.
move: (hv v); rewrite /true_of ef /=; apply: for_all_imp => r /=.
have [g0 gle] := gp r; move=> pe; apply/times_ge0 => // g1.
by move: pe; rewrite pmulr_rge0 //; apply: lt_le_trans gle.
Qed.

Lemma lowered_ok h : granted h -> every (true_of F r0) (lowered h).
Proof.
case: h => [m l|m l vs p g|xs P p e v|xs ys zs P W U n o j|q e e' v v'|xs ys M W m w s l p
  |xs ys P W p w o b s l] /=.
- by case=> ag il /(forms_ok ag il).
- case=> agv il lev [ag le] gp; have /(forms_ok ag il) := le.
  have : forall v, every (true_of F (bind r0 (v : T vs))) (forms m l).
    by move=> v; apply/(forms_ok (agv v) il).
  elim: (forms m l) => //= h hs ih hv [th ths]; split; last by apply: ih => // v; case: (hv v).
  by apply: reguard_ok => // v; case: (hv v).
- case=> h lv; split=> // x; have [e1 e2] := h x; rewrite /= e1 e2.
  exact: (pmin_ge P v).1.
- by move=> h; split=> // y z; have [e1 e2 e3] := h y z; rewrite /= e1 e2 e3 nextE subrr.
- move=> [e1 [e2 h]]; split=> //; rewrite /true_of /= e1 e2.
  by case: q h => /= [|| ->]; rewrite ?subr_ge0 ?subr_gt0 ?subrr.
- case=> h [es [il le]]; split=> [x y|]; last split=> //.
    have [e1 e2 e3 p0 wm] := h x y; rewrite /= e1 e2 e3.
    by apply/times_ge0 => // /wm; rewrite subr_ge0.
  by apply/below1_ok; rewrite //= mulr1 subr_ge0 es.
- case=> h [es [is_ [il le]]]; split=> [x y|]; last split=> //.
    have [e1 e2 e3 e4] := h x y; apply/below_ok; rewrite //= e1 e2 e3 e4.
    have s0 : 0 <= number s by case: is_.
    case: ltP => [_|le']; first by rewrite subrr !mul0r.
    by rewrite subr0 mul1r; have /(pml_le _ _ _ s0) [_] := le'; apply.
  apply/below1_ok; rewrite //= mulr1 subr_ge0 es; apply: le_trans le.
  rewrite /tail [X in _ <= X]big_mkcond /=; apply: ler_sum => y _; case: ifP => _; rewrite ?mul1r ?mul0r //.
Qed.

(* ---- conclusions ---- *)
Theorem conclude D (m : @measure R X) l (hs : seq premise) (cs : seq certified) :
  all2 (accepted D (flatten (map lowered hs))) (forms m l) cs ->
  all2 (typed_with D (flatten (map lowered hs))) (forms m l) cs -> decls_ok D F ->
  every granted hs -> agrees F r0 m -> is_level F l -> at_most r0 m (number l).
Proof.
move=> ok ty dF gr ag il; apply/(forms_ok ag il); apply: certified_ok ok ty dF _.
elim: hs gr => //= h hs ih [gh ghs]; apply/every_cat; split; last exact: ih.
exact: lowered_ok.
Qed.
End Lowering.
