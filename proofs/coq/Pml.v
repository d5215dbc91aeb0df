(* Pointwise maximal leakage and its relatives, as the papers define them: over finTypes and any
   ordered field, without logarithms. Every leakage is the exponential of the one in nats.

   How to read the definitions where something is zero; MathComp has v / 0 = 0.
   - A letter of the secret counts only where its probability is positive.
   - An outcome of probability zero leaks 0 nats, so the exponential is 1, not 0: `pml` is a maximum
     of 1 and the ratios. Where the outcome can occur that changes nothing, since P(y) is a mean of
     the W(x, y), so one of the ratios is at least 1 (`pml_max_le` proves it). It is the convention
     of pmlsym, and needed: with 0, which is minus infinity, adding the leakage of a null outcome
     to an infinite one would be undefined in nats.
   - A maximum over nothing is the number that is written under it: 1 for what is a leakage, 0 for a
     probability or a gain.
   - What can be infinite is a value of `extended`: a ratio v / 0 with v > 0. There v / 0 = 0 would
     be the wrong number, so each of these definitions asks first whether there is such a ratio;
     0 / 0 is left out, as in the papers.
   - `dist` and `chan` are nonempty by their sums, but a channel from no letters exists; what speaks
     of a channel without a prior says so where it matters. *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Pml.
Variable R : realFieldType.

(* ---- distributions and channels ---- *)
Record dist (X : finType) := Dist {
  pr :> X -> R; pr_ge0 : forall x, 0 <= pr x; pr_sum : \sum_x pr x = 1 }.
Record chan (X Y : finType) := Chan {
  ch :> X -> Y -> R; ch_ge0 : forall x y, 0 <= ch x y; ch_sum : forall x, \sum_y ch x y = 1 }.

Section Def.
Variables X Y Z : finType.
Implicit Types (P : dist X) (W : chan X Y) (V : chan Y Z) (U : chan [finType of X * Y] Z).

(* the distribution of the outcome *)
Definition out_ (P : X -> R) (W : X -> Y -> R) (y : Y) : R := \sum_x P x * W x y.
Lemma out_ge0 P W y : 0 <= out_ P W y.
Proof. by apply: sumr_ge0 => x _; rewrite mulr_ge0 ?pr_ge0 ?ch_ge0. Qed.
Lemma out_sum P W : \sum_y out_ P W y = 1.
Proof.
rewrite exchange_big -[RHS](pr_sum P); apply: eq_bigr => x _.
by rewrite -mulr_sumr ch_sum mulr1.
Qed.
Definition out P W : dist Y := Dist (out_ge0 P W) (out_sum P W).

(* one channel after another *)
Definition then_ (W : X -> Y -> R) (V : Y -> Z -> R) (x : X) (z : Z) : R := \sum_y W x y * V y z.
Lemma then_ge0 W V x z : 0 <= then_ W V x z.
Proof. by apply: sumr_ge0 => y _; rewrite mulr_ge0 ?ch_ge0. Qed.
Lemma then_sum W V x : \sum_z then_ W V x z = 1.
Proof.
rewrite exchange_big -[RHS](ch_sum W x); apply: eq_bigr => y _.
by rewrite -mulr_sumr ch_sum mulr1.
Qed.
Definition cascade W V : chan X Z := Chan (then_ge0 W V) (then_sum W V).

(* an outcome y, then one that depends on the secret and on y: adaptive composition *)
Definition both_ W U (x : X) (yz : Y * Z) : R := W x yz.1 * U (x, yz.1) yz.2.
Lemma both_ge0 W U x yz : 0 <= both_ W U x yz.
Proof. by rewrite mulr_ge0 ?ch_ge0. Qed.
Lemma both_sum W U x : \sum_yz both_ W U x yz = 1.
Proof.
rewrite -(pair_bigA _ (fun y z => W x y * U (x, y) z)) /= -[RHS](ch_sum W x).
by apply: eq_bigr => y _; rewrite -mulr_sumr ch_sum mulr1.
Qed.
Definition compose W U : chan X [finType of Y * Z] := Chan (both_ge0 W U) (both_sum W U).

(* the distribution of the second outcome given the first; any will do where the first has
   probability zero *)
Definition next_ P W U (y : Y) (z : Z) : R :=
  if out P W y == 0 then \sum_x P x * U (x, y) z
  else (\sum_x P x * W x y * U (x, y) z) / out P W y.
Lemma next_ge0 P W U y z : 0 <= next_ P W U y z.
Proof.
rewrite /next_; case: ifP => _; last apply: divr_ge0 (out_ge0 P W y);
  by apply: sumr_ge0 => x _; rewrite !mulr_ge0 ?pr_ge0 ?ch_ge0.
Qed.
Lemma next_sum P W U y : \sum_z next_ P W U y z = 1.
Proof.
rewrite /next_; case: (boolP (out P W y == 0)) => [_|ne].
  rewrite exchange_big -[RHS](pr_sum P); apply: eq_bigr => x _.
  by rewrite -mulr_sumr ch_sum mulr1.
rewrite -mulr_suml exchange_big; apply: (canLR (mulfK ne)); rewrite mul1r; apply: eq_bigr => x _.
by rewrite -mulr_sumr ch_sum mulr1.
Qed.
Definition next P W U : chan Y Z := Chan (next_ge0 P W U) (next_sum P W U).
End Def.

(* a value that may be infinite *)
Inductive extended := Finite of R | Infinite.
Definition le_ext (v : extended) (t : R) : Prop := if v is Finite s then s <= t else False.

(* ---- measures: exp of each ---- *)
Section Measures.
Variables X Y Z : finType.
Implicit Types (P : dist X) (W : chan X Y) (U : chan [finType of X * Y] Z).

(* i(x; y) = log P(y|x) / P(y), where both can occur *)
Definition density P W x y : R := W x y / out P W y.
(* l(X -> y) = log max over the support of P(y|x) / P(y), 0 if P(y) = 0   [PML23, Def. 4] *)
Definition pml P W y : R := \big[Num.max/1]_(x | 0 < P x) (W x y / out P W y).
(* the largest over the outcomes; those that cannot occur leak least *)
Definition pml_max P W : R := \big[Num.max/1]_y pml P W y.
(* l(X -> z | y) = log max over the support given y of P(z|x,y) / P(z|y)   [PML23, Def. 3] *)
Definition cpml P W U y z : R :=
  \big[Num.max/1]_(x | 0 < P x * W x y) (U (x, y) z / next P W U y z).
Definition cpml_max P W U : R := \big[Num.max/1]_y \big[Num.max/1]_z cpml P W U y z.
(* the fall of the density: max over what can occur of P(y) / P(y|x)   [QID24, (32)] *)
Definition costleak P W : extended :=
  if [exists q : X * Y, [&& 0 < P q.1, 0 < out P W q.2 & W q.1 q.2 == 0]] then Infinite
  else Finite (\big[Num.max/1]_(q : X * Y | 0 < P q.1) (out P W q.2 / W q.1 q.2)).
(* P[ l(X -> Y) > log t ]; t >= 1 is what is meant, a leakage being at least 0   [PML23, Def. 5] *)
Definition tail P W (t : R) : R := \sum_(y | t < pml P W y) out P W y.
(* L(X -> Y) = log sum over y of max over x of P(y|x); over the support of P   [PML23, (1)] *)
Definition maxleak W : R := \sum_y \big[Num.max/0]_x W x y.
Definition maxleak_of P W : R := \sum_y \big[Num.max/0]_(x | 0 < P x) W x y.
(* max over x, x', y of P(y|x) / P(y|x'); the same over the support   [PML23, Def. 14]. It is also
   the capacity: the largest leakage over all priors   [RDP, Def. 2.7] *)
Definition ldp W : extended :=
  if [exists q : X * X * Y, (W q.1.2 q.2 == 0) && (W q.1.1 q.2 != 0)] then Infinite
  else Finite (\big[Num.max/1]_(q : X * X * Y) (W q.1.1 q.2 / W q.1.2 q.2)).
Definition ldp_of P W : extended :=
  if [exists q : X * X * Y,
      [&& 0 < P q.1.1, 0 < P q.1.2, W q.1.2 q.2 == 0 & W q.1.1 q.2 != 0]] then Infinite
  else Finite (\big[Num.max/1]_(q : X * X * Y | (0 < P q.1.1) && (0 < P q.1.2))
                 (W q.1.1 q.2 / W q.1.2 q.2)).
(* max of P(y|x) / P(y) and P(y) / P(y|x) over what can occur   [PML23, Def. 15] *)
Definition lip P W : extended :=
  if [exists q : X * Y, [&& 0 < P q.1, 0 < out P W q.2 & W q.1 q.2 == 0]] then Infinite
  else Finite (\big[Num.max/1]_(q : X * Y | 0 < P q.1)
                 Num.max (W q.1 q.2 / out P W q.2) (out P W q.2 / W q.1 q.2)).
(* max over x, x', y of P(x|y) / P(x'|y) over the support   [PML23, Def. 16] *)
Definition ldi P W : extended :=
  if [exists q : X * X * Y, [&& 0 < P q.1.1, 0 < P q.1.2, W q.1.2 q.2 == 0 & W q.1.1 q.2 != 0]]
  then Infinite
  else Finite (\big[Num.max/1]_(q : X * X * Y | (0 < P q.1.1) && (0 < P q.1.2))
                 ((P q.1.1 * W q.1.1 q.2) / (P q.1.2 * W q.1.2 q.2))).
(* the total variation between the joint distribution and the product of its marginals
   [PML23, Def. 17]; a mean over the outcomes, not the worst row *)
Definition tv P W : R := (\sum_x \sum_y `|P x * W x y - P x * out P W y|) / 2%:R.
(* the mass of the likeliest letter, exp of minus the min-entropy, and of the rarest that occurs *)
Definition guess P : R := \big[Num.max/0]_x P x.
Definition pmin P : R := \big[Num.min/1]_(x | 0 < P x) P x.
(* (eps, delta)-event maximal leakage, with t = exp eps >= 1: every event of probability at least
   delta, of any channel that splits outcomes, leaks at most eps   [PML23, Def. 11]. For delta > 1
   there is no event, and only t >= 1 is left *)
Definition eml_le P W (delta t : R) : Prop :=
  1 <= t /\
  forall a : Y -> R, (forall y, 0 <= a y) -> (forall y, a y <= 1) ->
    delta <= \sum_y out P W y * a y ->
    forall x, 0 < P x -> \sum_y W x y * a y <= t * (\sum_y out P W y * a y).
(* max-information up to a probability delta: P_XY(E) <= t P_X P_Y(E) + delta for each event E of
   letters and outcomes, which may be randomized   [PML23, Def. 13] *)
Definition maxinfo_le P W (delta t : R) : Prop :=
  forall e : X -> Y -> R, (forall x y, 0 <= e x y) -> (forall x y, e x y <= 1) ->
    \sum_x \sum_y P x * W x y * e x y
      <= t * (\sum_x \sum_y P x * out P W y * e x y) + delta.
End Measures.

(* the gain of an adversary who acts by v, with gains g x v >= 0 (an attribute's channel is one):
   before, and having seen the worst outcome   [PML23, (10)] *)
Section Gain.
Variables (X Y V : finType) (P : dist X) (W : chan X Y) (g : X -> V -> R).
Definition gain : R := \big[Num.max/0]_v \sum_x P x * g x v.
Definition gain_after : R :=
  \big[Num.max/0]_y \big[Num.max/0]_v ((\sum_x P x * W x y * g x v) / out P W y).
End Gain.

(* databases of two entries: one entry is replaced   [RDP, Def. 4.1] *)
Section Databases.
Variables (D E Y : finType) (W : chan [finType of D * E] Y).
Definition dp_le (t : R) : Prop :=
  (forall d e d' y, W (d, e) y <= t * W (d', e) y) /\
  (forall d e e' y, W (d, e) y <= t * W (d, e') y).
End Databases.
End Pml.
