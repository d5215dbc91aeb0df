(* A claim is proved by certificates: its premises and its conclusion are lowered to formulas, and each
   formula of the conclusion is what one certificate proves from formulas of the premises. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent Certificate Checker Soundness.
From Pmlsym Require Import FiniteTypes Expressions Support Entailment Pml Levels Claims.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

(* the data of one certificate: which formulas and laws it uses, in the order of its hypotheses, and
   whether it takes a prior to have full support: its alphabet, its number, the letter of that fact *)
Record certified := Certified {
  constants : seq letter; hypotheses : seq fact; schemas : seq schema; proves : fact; steps : proof;
  chosen : seq nat; ruling : seq nat; positive : option (nat * nat * letter) }.
Definition trivially : quantified := For [::] (Ge, Num 1).
Definition trivial_law : law := Law 0 [::] (Ge, Num 1).
Definition full_support (s : nat * nat * letter) : quantified :=
  For [:: [:: s.2]] (Gt, At (s.1.2, [:: s.2])).
Definition used (fs : seq quantified) (c : certified) : seq quantified :=
  [seq nth trivially fs k | k <- chosen c].
Definition used_laws (ls : seq law) (c : certified) : seq law :=
  [seq nth trivial_law ls k | k <- ruling c].
Definition assumed (fs : seq quantified) (c : certified) : seq quantified :=
  if positive c is Some s then full_support s :: used fs c else used fs c.
Definition fuel : nat := 100.
Definition accepted D (fs : seq quantified) (ls : seq law) (g : quantified) (c : certified) : bool :=
  [&& check D (constants c) fuel (hypotheses c) (schemas c) (hypotheses c) (steps c) (proves c),
      states_all D fuel (hypotheses c) (proves c) (assumed fs c) g,
      all (closed (constants c) (flatten (over g))) (used fs c),
      all2 (law_says D fuel) (used_laws ls c) (schemas c),
      all (open_law (constants c)) (used_laws ls c) &
      if positive c is Some ((a, p), x) then
        [&& lone a p D, x.1 == a, x \notin constants c,
            supportable a p (constants c) (used fs c) g & all (law_supportable a p D) (used_laws ls c)]
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
Variable D : seq declaration.
Local Notation T := (tuple_of X).
Local Notation at_ r e := (value F r e).

Definition typed_with (fs : seq quantified) (ls : seq law) (g : quantified) (c : certified) : bool :=
  [&& linked F D (hypotheses c) (schemas c) (proves c),
      all (etyped F) [seq (formula_of h).2 | h <- g :: assumed fs c] &
      all (law_typed F) (used_laws ls c)].

Theorem certified_ok (fs gs : seq quantified) (ls : seq law) (cs : seq certified) :
  all2 (accepted D fs ls) gs cs -> all2 (typed_with fs ls) gs cs -> decls_ok D F ->
  every (true_of F r0) fs -> every (law_true D F [::] r0) ls -> every (true_of F r0) gs.
Proof.
move=> + + dF hf hl; have hu c : every (true_of F r0) (used fs c).
  rewrite /used; elim: (chosen c) => //= k ks ih; split=> //.
  by apply: every_nth hf; rewrite /true_of /=; apply: ler01.
have hv c : every (law_true D F [::] r0) (used_laws ls c).
  rewrite /used_laws; elim: (ruling c) => //= k ks ih; split=> //.
  by apply: every_nth hl; move=> f _ _ r _; apply: ler01.
elim: gs cs => [|g gs ih] [|c cs] //= /andP [ac oks] /andP [/and3P [li ty tl] tys].
split; last exact: ih oks tys; case/and5P: ac => ok st cl sl /andP [ol su]; move: st ty su.
rewrite /assumed; case: (positive c) => [[[a p] x]|] st ty su.
  have [mass em] : exists mass, tof F p = @Ten R X [:: a] mass.
    have /and4P [/eqP al _ _ _] := li; have /andP [lo _] := su.
    have /and5P [pp /eqP da np ds _] := lo.
    have : tals (tof F p) = [:: a].
      rewrite -da; clear - al pp; case: p pp => [|t] //; rewrite /plain /decl /= => /negbTE ->.
      elim: t./2 (F) D al => [|k ih] [|f G] [|d D'] //= [e es] //; exact: ih.
    by case: (tof F p) => A f /= e; move: f; rewrite e => f; exists f.
  apply: (entails_supported ok _ _ su em dF (hu c) (hv c)); last by rewrite tl sl.
  by rewrite /= in ty *; apply/and4P; split.
apply: (entails ok _ _ dF (hu c) (hv c)); last by rewrite tl sl.
by apply/and4P; split.
Qed.

(* ---- premises: a bound on a measure; a formula or a law that is true ---- *)
Inductive premise : Type :=
| Most of @measure R X & level R
| Through of @measure R X & level R & seq letter & expression & expression
| Stated h of true_of F r0 h
| Ruled l of law_true D F [::] r0 l.

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
  | Stated h _ => [:: h]
  | Ruled _ _ => [::]
  end.
Definition laws_of (h : premise) : seq law := if h is Ruled l _ then [:: l] else [::].

(* what a premise says, and that its expressions say the same *)
Definition granted (h : premise) : Prop :=
  match h with
  | Most m l => [/\ agrees F r0 m, is_level F l & at_most r0 m (number l)]
  | Through m l vs p g =>
      [/\ forall v, agrees F (bind r0 (v : T vs)) m, is_level F l,
         forall v, at_most (bind r0 (v : T vs)) m (number l),
         agrees F r0 m /\ at_most r0 m (number l) &
         forall r, 0 <= at_ r g /\ at_ r g <= at_ r p]
  | Stated _ _ | Ruled _ _ => True
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
case: h => [m l|m l vs p g|h t|l t] //=.
- by case=> ag il /(forms_ok ag il).
- case=> agv il lev [ag le] gp; have /(forms_ok ag il) := le.
  have : forall v, every (true_of F (bind r0 (v : T vs))) (forms m l).
    by move=> v; apply/(forms_ok (agv v) il).
  elim: (forms m l) => //= h hs ih hv [th ths]; split; last by apply: ih => // v; case: (hv v).
  by apply: reguard_ok => // v; case: (hv v).
Qed.

(* ---- conclusions ---- *)
Definition facts (hs : seq premise) : seq quantified := flatten (map lowered hs).
Definition laws (hs : seq premise) : seq law := flatten (map laws_of hs).
Theorem deduce (gs : seq quantified) (hs : seq premise) (cs : seq certified) :
  all2 (accepted D (facts hs) (laws hs)) gs cs -> all2 (typed_with (facts hs) (laws hs)) gs cs ->
  decls_ok D F -> every granted hs -> every (true_of F r0) gs.
Proof.
move=> ok ty dF gr; apply: certified_ok ok ty dF _ _.
  rewrite /facts; elim: hs gr => //= h hs ih [gh ghs]; apply/every_cat; split; last exact: ih.
  exact: lowered_ok.
rewrite /laws; elim: hs {gr} => //= h hs ih; apply/every_cat; split=> //.
by case: h => // l t; split.
Qed.

Theorem conclude (m : @measure R X) l (hs : seq premise) (cs : seq certified) :
  all2 (accepted D (facts hs) (laws hs)) (forms m l) cs ->
  all2 (typed_with (facts hs) (laws hs)) (forms m l) cs -> decls_ok D F ->
  every granted hs -> agrees F r0 m -> is_level F l -> at_most r0 m (number l).
Proof. by move=> ok ty dF gr ag il; apply/(forms_ok ag il); apply: deduce ok ty dF gr. Qed.
End Lowering.
Arguments Most {R X F r0 D}.
Arguments Through {R X F r0 D}.
Arguments Stated {R X F r0 D} h.
Arguments Ruled {R X F r0 D} l.
