(* Without loss of generality a prior has full support (pmlsym/lowering/full_support.py).

   Restrict the letters of one alphabet to those of positive mass. A formula in which every sum over
   that alphabet carries the mass of its letter keeps its value, and one that carries the mass of a
   letter is zero where the letter has none. So what is proved of the support holds of all letters. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent Certificate Checker Soundness.
From Pmlsym Require Import FiniteTypes Expressions.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Checks.
Variables (a p : nat).                       (* an alphabet, and the prior on it *)
(* the mass of a letter is a factor of every summand *)
Fixpoint carries (i : letter) (e : expression) : bool :=
  match e with
  | At b => b == (p, [:: i])
  | Num c => c == 0
  | Opp e => carries i e
  | Add e e' => carries i e && carries i e'
  | Mul e e' => carries i e || carries i e'
  | Sum j e => (j != i) && carries i e
  end.
(* every letter of the alphabet that is summed over carries its mass, and its size is not said *)
Fixpoint weighted (e : expression) : bool :=
  match e with
  | At b => b.1 != size_tensor a
  | Num _ => true
  | Opp e => weighted e
  | Add e e' | Mul e e' => weighted e && weighted e'
  | Sum i e => ((i.1 == a) ==> carries i e) && weighted e
  end.
(* nothing but the prior itself is a distribution of letters of the alphabet *)
Definition distributed (d : declaration) : seq nat :=
  mask (bits 0 (d_alphabets d) (d_stochastic d)) (d_alphabets d).
Definition lone (D : seq declaration) : bool :=
  [&& plain p, d_alphabets (decl D p) == [:: a], d_nonnegative (decl D p),
      d_stochastic (decl D p) == [:: 0%N] &
      all (fun k => (k == p.-1./2) || (a \notin distributed (nth undeclared D k)))
          (iota 0 (size D))].
End Checks.

Section Restricted.
Variables (R : realFieldType) (X : nat -> finType) (a p : nat) (mass : X a -> R).
Definition kept (b : nat) (x : X b) : bool :=
  match nat_eqo b a with
  | Some e => 0 < mass (match e in _ = c return X c with erefl => x end)
  | None => true
  end.
Definition support (b : nat) : finType := [finType of {x : X b | kept x}].
Hypothesis mass_ge0 : forall x, 0 <= mass x.
Hypothesis mass_sum : \sum_x mass x = 1.

Lemma kept_a (x : X a) : kept x = (0 < mass x).
Proof. by rewrite /kept nat_eqo_refl. Qed.
Lemma kept_other b (x : X b) : b != a -> kept x.
Proof. by move=> ne; rewrite /kept; case: nat_eqo => // e; rewrite e eqxx in ne. Qed.

Lemma sum_kept b (G : X b -> R) : (forall x, ~~ kept x -> G x = 0) ->
  \sum_(x : support b) G (val x) = \sum_x G x.
Proof.
move=> z; rewrite [RHS](bigID (@kept b)) /= [X in _ + X]big1 ?addr0; last exact: z.
rewrite (reindex_omap (val : support b -> X b) insub) => [|x px]; last by rewrite insubT.
by apply: eq_bigl => x; rewrite valK eqxx (valP x).
Qed.
Lemma sum_other b (G : X b -> R) : b != a -> \sum_(x : support b) G (val x) = \sum_x G x.
Proof. by move=> ne; apply: sum_kept => x; rewrite kept_other. Qed.

(* ---- tensors ---- *)
Fixpoint pull (A : seq nat) : fn R X A -> fn R support A :=
  match A return fn R X A -> fn R support A with
  | [::] => fun f => f
  | _ :: A' => fun f x => @pull A' (f (val x))
  end.
Definition pulled (f : ten R X) : ten R support := Ten (tals f) (pull (tfun f)).
Definition embed (r : denv support) : denv X := fun b k => val (r b k).

Fixpoint same_fn (Y : nat -> finType) (A : seq nat) : fn R Y A -> fn R Y A -> Prop :=
  match A return fn R Y A -> fn R Y A -> Prop with
  | [::] => fun f g => f = g
  | _ :: A' => fun f g => forall x, same_fn (f x) (g x)
  end.
Lemma same_fn_trans (Y : nat -> finType) A (f g h : fn R Y A) :
  same_fn f g -> same_fn g h -> same_fn f h.
Proof. elim: A f g h => [|b A ih] f g h /=; [by move=> -> | by move=> e e' x; apply: ih]. Qed.
Lemma tall_same (Y : nat -> finType) (Q : R -> Prop) A (f g : fn R Y A) :
  same_fn f g -> tall Q g -> tall Q f.
Proof. elim: A f g => [|b A ih] f g /=; [by move=> -> | by move=> e h x; apply: ih (h x)]. Qed.
Lemma tall_pull (Q : R -> Prop) A (f : fn R X A) : tall Q f -> tall Q (pull f).
Proof. by elim: A f => //= b A ih f h x; apply: ih. Qed.

Lemma fsum_same (Y : nat -> finType) b A (g h : Y b -> fn R Y A) :
  (forall x, same_fn (g x) (h x)) -> same_fn (fsum g) (fsum h).
Proof.
elim: A g h => [|c A ih] g h /= e; first by apply: eq_bigr => x _; apply: e.
by move=> y; apply: ih => x; apply: e.
Qed.
Lemma fsum_pull b A (g : X b -> fn R X A) : b != a ->
  same_fn (fsum (fun x : support b => pull (g (val x)))) (pull (fsum g)).
Proof. by move=> ne; elim: A g => [|c A ih] g /=; [apply: sum_other|move=> y; apply: ih]. Qed.
Lemma sumout_pull A B (f : fn R X A) : a \notin mask B A ->
  same_fn (sumout B (pull f)) (pull (sumout B f)).
Proof.
elim: A B f => [|b A ih] B f //=; case: B => [|[] B] //=.
- by move=> _ x; elim: (A) (f _) => //= c A' ih' g y.
- rewrite inE negb_or eq_sym => /andP [ne no].
  apply: same_fn_trans (fsum_pull (fun x => sumout B (f x)) ne).
  by apply: fsum_same => x; apply: ih.
- by move=> no x; apply: ih.
Qed.

Lemma decl_pull d (f : ten R X) : tals f = d_alphabets d -> a \notin distributed d ->
  decl_ok d f -> decl_ok d (pulled f).
Proof.
case: f => A f /= e; rewrite /distributed -e => no [h1 h2 h3 h4 h5].
split; try (by case: ifP => // d1; apply: tall_pull; rewrite d1 in h1 h2 h3 h4).
move: h5 no; rewrite /tsum; case: d_stochastic => //= k ks h5 no.
by apply: tall_same (sumout_pull f no) _; apply: tall_pull.
Qed.

Lemma decls_pull D (F : seq (ten R X)) : map (@tals R X) F = map d_alphabets D ->
  (forall k, (k < size D)%N -> a \notin distributed (nth undeclared D k) \/
     decl_ok (nth undeclared D k) (pulled (nth (nil_ten R X) F k))) ->
  decls_ok D F -> decls_ok D (map pulled F).
Proof.
elim: D F => [|d D ih] [|f F] //= [e es] h [df dF]; split; last first.
  by apply: ih => // k; apply: (h k.+1).
by case: (h 0%N isT) => //= no; apply: decl_pull.
Qed.

(* ---- values ---- *)
Variable F : seq (ten R X).
Local Notation F' := (map pulled F).
Hypothesis prior : forall r i, i.1 = a -> datom F r (p, [:: i]) = 0 \/ kept (r i.1 i.2).

Lemma tof_pull t : tof F' t = pulled (tof F t).
Proof.
have e : nil_ten R support = pulled (nil_ten R X) by [].
case: t => [|t] /=; first exact: e.
by elim: t./2 (F) => [|k ih] [|f G] //=.
Qed.
Lemma teval_pull r A (f : fn R X A) l : teval r (pull f) l = teval (embed r) f l.
Proof. by elim: A f l => [|b A ih] f [|i l] //=. Qed.
Lemma datom_pull r b : b.1 != size_tensor a -> datom F' r b = datom F (embed r) b.
Proof.
case: b => -[|t] l /=; first by case: l => [|i [|j []]].
case: ifP => o ne; last first.
  transitivity (teval r (tfun (pulled (tof F t.+1))) l); first by rewrite -tof_pull.
  exact: teval_pull.
 have ne' : t.+1./2 != a.
  apply: contraNneq ne => <-; rewrite /size_tensor.
  by apply/eqP; have := odd_double_half t.+1; rewrite /= o => <-.
rewrite card_sig; congr (_%:R); apply: eq_card => x; rewrite !inE.
exact: kept_other ne'.
Qed.

Lemma datom_ext (Y : nat -> finType) (G : seq (ten R Y)) (r r' : denv Y) b :
  (forall c k, r c k = r' c k) -> datom G r b = datom G r' b.
Proof.
move=> e; case: b => -[|t] l /=; first by case: l => [|i [|j [|? ?]]] //=; rewrite !e.
case: ifP => // _; move: (tfun _); elim: (tals _) l => [|c A ih] [|i l] //= f.
by rewrite e; apply: ih.
Qed.
Lemma value_same (Y : nat -> finType) (G : seq (ten R Y)) (r r' : denv Y) e :
  (forall c k, r c k = r' c k) -> value G r e = value G r' e.
Proof.
elim: e r r' => [b|c|e ih|e ih e' ih'|e ih e' ih'|i e ih] r r' h //=.
- exact: datom_ext.
- by rewrite (ih _ _ h).
- by rewrite (ih _ _ h) (ih' _ _ h).
- by rewrite (ih _ _ h) (ih' _ _ h).
- apply: eq_bigr => x _; apply: ih => c k; rewrite /dupd.
  by case: nat_eqo => [e'|] //; rewrite h.
Qed.

Lemma dupd_self (Y : nat -> finType) (r : denv Y) b k x : @dupd Y r b k x b k = x.
Proof. by rewrite /dupd nat_eqo_refl -[eqn k k]/(k == k) eqxx. Qed.
Lemma dupd_other (Y : nat -> finType) (r : denv Y) i j x : j != i ->
  @dupd Y r j.1 j.2 x i.1 i.2 = r i.1 i.2.
Proof.
rewrite /dupd; case e: nat_eqo => [e'|] //; case: i j e' e x => [c k] [d l] /= e'.
case: _ / e' => _ x ne; rewrite -[eqn k l]/(k == l); case: eqP => // kl.
by rewrite kl eqxx in ne.
Qed.

Lemma carries0 r i e : i.1 = a -> carries p i e -> ~~ kept (r i.1 i.2) -> value F r e = 0.
Proof.
move=> ia; elim: e r => [b|c|e ih|e ih e' ih'|e ih e' ih'|j e ih] r.
- by move=> /= /eqP -> no; case: (prior r ia) => //; rewrite (negbTE no).
- by move=> /= /eqP ->.
- by move=> /= c no; rewrite ih ?oppr0.
- by move=> /= /andP [c c'] no; rewrite ih ?ih' ?addr0.
- by move=> /= /orP [c|c] no; [rewrite ih ?mul0r|rewrite ih' ?mulr0].
- move=> /= /andP [ne c] no; rewrite big1 // => x _; apply: ih => //.
  by rewrite dupd_other.
Qed.

Lemma embed_dupd (r : denv support) b k x c l :
  embed (@dupd support r b k x) c l = @dupd X (embed r) b k (val x) c l.
Proof.
rewrite /embed /dupd; case: nat_eqo => [e|] //; case: _ / e.
by case: eqn.
Qed.

Lemma value_pull r e : weighted a p e -> value F' r e = value F (embed r) e.
Proof.
elim: e r => [b|c|e ih|e ih e' ih'|e ih e' ih'|i e ih] r.
- exact: datom_pull.
- by [].
- by move=> /= w; rewrite ih.
- by move=> /= /andP [w w']; rewrite ih // ih'.
- by move=> /= /andP [w w']; rewrite ih // ih'.
move=> /= /andP [c w].
pose G (x : X i.1) := value F (@dupd X (embed r) i.1 i.2 x) e.
transitivity (\sum_(x : support i.1) G (val x)).
  by apply: eq_bigr => x _; rewrite ih // /G; apply: value_same => c' k; apply: embed_dupd.
apply: sum_kept => x no; have ia : i.1 = a.
  by apply/eqP; apply: contraNT no => ne; apply: kept_other.
rewrite ia eqxx /= in c; apply: (carries0 ia c).
by rewrite dupd_self.
Qed.

(* ---- a tensor over the support, as one over all letters ---- *)
Variable x0 : forall b, support b.
Fixpoint push (A : seq nat) : fn R support A -> fn R X A :=
  match A return fn R support A -> fn R X A with
  | [::] => fun f => f
  | b :: A' => fun f x => @push A' (f (insubd (x0 b) x))
  end.
Lemma tall_push (Q : R -> Prop) A (f : fn R support A) : tall Q f -> tall Q (push f).
Proof. by elim: A f => //= b A ih f h x; apply: ih. Qed.
Lemma teval_push r A (f : fn R support A) l : teval (embed r) (push f) l = teval r f l.
Proof. by elim: A f l => [|b A ih] f [|i l] //=; rewrite ih /embed valKd. Qed.
Lemma decl_push d (f : fn R support (d_alphabets d)) : d_stochastic d = [::] ->
  decl_ok d (Ten _ f) -> decl_ok d (Ten _ (push f)).
Proof.
move=> ns; case=> h1 h2 h3 h4 _; split; last by rewrite /tsum ns.
all: by case: ifP => // d1; apply: tall_push; rewrite d1 in h1 h2 h3 h4.
Qed.
End Restricted.
