(* One certificate proves one formula of a claim from formulas of its premises: `proved` is what every
   exported theorem applies. A formula is a value at most a level, or at least, where a guard is
   positive (`most_ok`, `most_use`, and `least_`); its signs are computed from what is declared. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent Certificate Checker Soundness.
From Pmlsym Require Import FiniteTypes Expressions Support Entailment Values.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Definition Sub e e' : expression := Add e (Opp e').

(* the data of one certificate, and whether it takes a prior to have full support: its alphabet, its
   number, the letter of that fact *)
Record certified := Certified {
  constants : seq letter; hypotheses : seq fact; schemas : seq schema; proves : fact; steps : proof;
  positive : option (nat * nat * letter) }.
Definition full_support (s : nat * nat * letter) : quantified :=
  For [:: [:: s.2]] (Gt, At (s.1.2, [:: s.2])).
Definition assumed (fs : seq quantified) (c : certified) : seq quantified :=
  if positive c is Some s then full_support s :: fs else fs.
Definition fuel : nat := 100.
Definition accepted D (fs : seq quantified) (ls : seq law) (g : quantified) (c : certified) : bool :=
  [&& check D (constants c) fuel (hypotheses c) (schemas c) (steps c) (proves c),
      states_all D fuel (hypotheses c) (proves c) (assumed fs c) g,
      all (closed (constants c) (flatten (over g))) fs,
      all2 (law_says D fuel) ls (schemas c),
      all (open_law (constants c)) ls &
      if positive c is Some ((a, p), x) then
        [&& lone a p D, x.1 == a, x \notin constants c,
            supportable a p (constants c) fs g & all (law_supportable a p D) ls]
      else true].

Section Lowering.
Variables (R : realFieldType) (X : nat -> finType) (F : seq (ten R X)) (r0 : denv X).
Variable D : seq declaration.
Local Notation T := (tuple_of X).
Local Notation at_ r e := (Expressions.value F r e).

Definition typed_with (fs : seq quantified) (ls : seq law) (g : quantified) (c : certified) : bool :=
  [&& linked F D (hypotheses c) (schemas c) (proves c),
      all (etyped F) [seq (formula_of h).2 | h <- g :: assumed fs c] & all (law_typed F) ls].

Theorem proved (g : quantified) (fs : seq quantified) (ls : seq law) (c : certified) :
  accepted D fs ls g c -> typed_with fs ls g c -> decls_ok D F ->
  every (true_of F r0) fs -> every (law_true D F [::] r0) ls -> true_of F r0 g.
Proof.
move=> ac /and3P [li ty tl] dF hf hl; case/and5P: ac => ok st cl sl /andP [ol su]; move: st ty su.
rewrite /assumed; case: (positive c) => [[[a p] x]|] st ty su.
  have [mass em] : exists mass, tof F p = @Ten R X [:: a] mass.
    have /and4P [/eqP al _ _ _] := li; have /andP [lo _] := su.
    have /and5P [pp /eqP da np ds _] := lo.
    have : tals (tof F p) = [:: a].
      rewrite -da; clear - al pp; case: p pp => [|t] //; rewrite /plain /decl /= => /negbTE ->.
      elim: t./2 (F) D al => [|k ih] [|f G] [|d D'] //= [e es] //; exact: ih.
    by case: (tof F p) => A f /= e; move: f; rewrite e => f; exists f.
  apply: (entails_supported ok _ _ su em dF hf hl); last by rewrite tl sl.
  by rewrite /= in ty *; apply/and4P; split.
by apply: (entails ok _ _ dF hf hl); rewrite ?tl ?sl //; apply/and4P; split.
Qed.

(* ---- signs ---- *)
Definition below_one (a : atom) : bool :=
  d_at_most_one (decl D a.1) || d_indicator (decl D a.1).
Fixpoint nonnegative (e : expression) : bool :=
  match e with
  | At a => (a.1 == 0%N) || odd a.1 || is_nonnegative (decl D a.1)
  | Num c => 0 <= c
  | Opp _ => false
  | Add (Num (Posz 1)) (Opp (At a)) => below_one a
  | Add e e' | Mul e e' => nonnegative e && nonnegative e'
  | Expressions.Sum _ e => nonnegative e
  end.
Fixpoint surely_positive (e : expression) : bool :=
  match e with
  | At a => [&& a.1 != 0%N, ~~ odd a.1, d_positive (decl D a.1), d_alphabets (decl D a.1) == [::] & a.2 == [::]]
  | Num c => 0 < c
  | Add e e' => (surely_positive e && nonnegative e') || (nonnegative e && surely_positive e')
  | Mul e e' => surely_positive e && surely_positive e'
  | _ => false
  end.

Hypothesis dF : decls_ok D F.
Lemma decls_nth (D' : seq declaration) (F' : seq (ten R X)) k : decls_ok D' F' ->
  decl_ok (nth undeclared D' k) (nth (nil_ten R X) F' k).
Proof.
elim: D' F' k => [|d D' ih] [|f F'] [|k] //=; try by split.
  by case.
by case=> _; apply: ih.
Qed.
Lemma decl_of t : ~~ odd t -> decl_ok (decl D t) (tof F t).
Proof. by case: t => [|t] /=; [split|move/negbTE => ->; apply: decls_nth dF]. Qed.
Lemma teval_all (Q : R -> Prop) r A (f : fn R X A) l : tall Q f -> Q 0 -> Q (teval r f l).
Proof. by elim: A f l => [|a A ih] f [|i l] //= h q; apply: ih. Qed.
Lemma atom_nonnegative r a : nonnegative (At a) -> 0 <= datom F r a.
Proof.
case: a => -[|t] l; first by case: l => [|i [|j [|k l]]] _; rewrite /= ?ler0n ?lexx.
rewrite /=; case o: (odd t) => /=; last by rewrite ler0n.
have := decl_of (t := t.+1); rewrite /= o => /(_ isT) [h1 h2 _ h4 _] /or3P [f|f|f].
- by rewrite f in h1; apply: (@teval_all (fun v => 0 <= v)).
- by rewrite f in h2; apply: (@teval_all (fun v => 0 <= v)) => //;
    elim: (tals _) (tfun _) h2 => [|a A ih] g //=; [apply: ltW|move=> h x; apply: ih].
- rewrite f in h4; have := @teval_all (fun v => v * v = v) r _ _ l h4 (mulr0 _).
  by move=> <-; apply: sqr_ge0.
Qed.
Lemma atom_below_one r a : below_one a -> 0 <= 1 - datom F r a.
Proof.
rewrite /below_one; case: a => -[|t] l //=; case o: (odd t) => //=.
have := decl_of (t := t.+1); rewrite /= o => /(_ isT) [_ _ h3 h4 _] /orP [f|f]; last first.
  rewrite f in h4; have e := @teval_all (fun v => v * v = v) r _ _ l h4 (mulr0 _).
  suff -> : 1 - teval r (tfun (tof F t.+1)) l = (1 - teval r (tfun (tof F t.+1)) l) ^+ 2 by apply: sqr_ge0.
  by rewrite sqrrB expr1n mul1r expr2 e mulr2n opprD addrA addrNK.
by rewrite f in h3; rewrite subr_ge0; exact: (@teval_all (fun v => v <= 1) r _ _ l h3 ler01).
Qed.
Lemma number_ge0 r c : 0 <= c -> 0 <= at_ r (Num c).
Proof.
have -> : at_ r (Num c) = c%:~R by case: c => [[|[|k]]|k].
by rewrite ler0z.
Qed.
Lemma nonnegative_ok r e : nonnegative e -> 0 <= at_ r e.
Proof.
elim: e r => [a|c|e ih|e ih e' ih'|e ih e' ih'|i e ih] r.
- exact: atom_nonnegative.
- exact: number_ge0.
- by [].
- have plain : nonnegative e && nonnegative e' -> 0 <= at_ r (Add e e').
    by case/andP => /ih h /ih' h'; rewrite /= addr_ge0.
  case: e plain {ih} => [a|[[|[|k]]|k]|e|u v|u v|i e] plain; try exact: plain.
  case: e' plain {ih'} => [a|c|[a|c|e|u v|u v|i e]|u v|u v|i e] plain; try exact: plain.
  exact: atom_below_one.
- by case/andP => /ih h /ih' h'; rewrite /= mulr_ge0.
- by move=> h; apply: sumr_ge0 => x _; apply: ih.
Qed.
Lemma positive_ok r e : map (@tals R X) F = map d_alphabets D -> surely_positive e -> 0 < at_ r e.
Proof.
move=> al; elim: e r => [[t l]|c|e ih|e ih e' ih'|e ih e' ih'|i e ih] r //=.
- case/and5P; case: t => [|t] // _ /= o dp /eqP da /eqP ->; rewrite (negbTE o).
  have := decl_of (t := t.+1); rewrite /= o => /(_ isT) [_ h2 _ _ _]; rewrite /= (negbTE o) in dp da h2 *.
  rewrite dp in h2; move: h2; have : tals (tof F t.+1) = [::].
    rewrite -da /=; clear - al; elim: t./2 (F) D al => [|k ih] [|f G] [|d D'] //= [e es] //; exact: ih.
  by rewrite /=; case: (nth _ _ _) => A f /= e; move: f; rewrite e.
- have -> : (match c with Posz 0 => 0 | Posz 1 => 1 | _ => c%:~R end) = c%:~R :> R.
    by case: c => [[|[|k]]|k].
  by rewrite ltr0z.
- case/orP => /andP []; first by move/ih => h /(@nonnegative_ok r) h'; apply: ltr_paddr.
  by move/(@nonnegative_ok r) => h /ih' h'; apply: ltr_paddl.
- by case/andP => /ih h /ih' h'; apply: mulr_gt0.
Qed.

(* ---- formulas: n / d at most a / b, or at least, where g > 0 ---- *)
Definition most (g a b n d : expression) : expression := Mul g (Sub (Mul a d) (Mul b n)).
Definition least (g a b n d : expression) : expression := Mul g (Sub (Mul b n) (Mul a d)).
Lemma most_ok r g a b n d l : nonnegative g -> 0 < at_ r b -> at_ r b * l = at_ r a ->
  (0 < at_ r g -> at_ r n <= l * at_ r d) -> holds Ge (at_ r (most g a b n d)).
Proof. by move=> /(@nonnegative_ok r) g0 b0 e h; apply: most_true g0 b0 e h. Qed.
Lemma least_ok r g a b n d l : nonnegative g -> 0 < at_ r b -> at_ r b * l = at_ r a ->
  (0 < at_ r g -> l * at_ r d <= at_ r n) -> holds Ge (at_ r (least g a b n d)).
Proof. by move=> /(@nonnegative_ok r) g0 b0 e h; apply: least_true g0 b0 e h. Qed.
(* the same with two guards *)
Lemma most_ok2 r g h a b n d l : nonnegative g -> nonnegative h -> 0 < at_ r b ->
  at_ r b * l = at_ r a -> (0 < at_ r g -> 0 < at_ r h -> at_ r n <= l * at_ r d) ->
  holds Ge (at_ r (most (Mul g h) a b n d)).
Proof.
move=> g0 h0 b0 e le; apply: most_ok b0 e _ => /=; first by rewrite g0.
have := nonnegative_ok r h0 => h1 gh; apply: le.
  exact: first_factor h1 gh.
exact: second_factor h1 gh.
Qed.
Lemma most_use r g a b n d l : holds Ge (at_ r (most g a b n d)) -> 0 < at_ r b ->
  at_ r b * l = at_ r a -> 0 < at_ r g -> at_ r n <= l * at_ r d.
Proof. by move=> h b0 e; apply: most_shown b0 e h. Qed.
Lemma least_use r g a b n d l : holds Ge (at_ r (least g a b n d)) -> 0 < at_ r b ->
  at_ r b * l = at_ r a -> 0 < at_ r g -> l * at_ r d <= at_ r n.
Proof. by move=> h b0 e; apply: least_shown b0 e h. Qed.
(* two numbers *)
Lemma order_ok r e e' : at_ r e <= at_ r e' -> holds Ge (at_ r (Sub e' e)).
Proof. by rewrite /= subr_ge0. Qed.
Lemma strict_ok r e e' : at_ r e < at_ r e' -> holds Gt (at_ r (Sub e' e)).
Proof. by rewrite /= subr_gt0. Qed.
Lemma equal_ok r e e' : at_ r e = at_ r e' -> holds Eq (at_ r (Sub e' e)).
Proof. by move=> /= ->; rewrite subrr. Qed.
Lemma order_use r e e' : holds Ge (at_ r (Sub e' e)) -> at_ r e <= at_ r e'.
Proof. by rewrite /= subr_ge0. Qed.
Lemma strict_use r e e' : holds Gt (at_ r (Sub e' e)) -> at_ r e < at_ r e'.
Proof. by rewrite /= subr_gt0. Qed.
End Lowering.
Arguments most_ok {R X F D} dF {r g a b n d l} &.
Arguments most_ok2 {R X F D} dF {r g h a b n d l} &.
Arguments order_ok {R X F r e e'} &.
Arguments strict_ok {R X F r e e'} &.
Arguments equal_ok {R X F r e e'} &.
Arguments least_ok {R X F D} dF {r g a b n d l} &.
Arguments nonnegative_ok {R X F D} dF {r e} &.
Arguments positive_ok {R X F D} dF {r e} al &.

(* what is spoken of nowhere may be zero *)
Lemma zero_ge0 (R : realFieldType) : 0 <= 0 :> R. Proof. exact: lexx. Qed.
Lemma zero_le1 (R : realFieldType) : 0 <= 1 :> R. Proof. exact: ler01. Qed.
Lemma zero_twice (R : realFieldType) : 0 * 0 = 0 :> R. Proof. exact: mul0r. Qed.
(* a sum of products of what is assumed not to be negative is not negative *)
Ltac sign :=
  rewrite /=; intros;
  first [ solve [auto] | exact: ler01 | exact: ler0n | apply: mulr_ge0; sign | apply: addr_ge0; sign
        | apply: sumr_ge0 => ? _; sign ].
Ltac positive :=
  rewrite /=; first [ assumption | exact: ltr01 | exact: ltr0Sn | apply: mulr_gt0; positive
                    | apply: addr_gt0; positive ].

(* ---- alphabets, and a letter of each ---- *)
Definition five (A B C D E : finType) (a : nat) : finType :=
  match a with 0 => A | 1 => B | 2 => C | 3 => D | 4 => E | _ => [finType of unit] end.
Definition at5 (A B C D E : finType) (x : A) (y : B) (z : C) (u : D) (v : E) :
  denv (five A B C D E) :=
  fun a => match a return nat -> five A B C D E a with
           | 0 => fun _ => x | 1 => fun _ => y | 2 => fun _ => z | 3 => fun _ => u
           | 4 => fun _ => v | _ => fun _ => tt end.
