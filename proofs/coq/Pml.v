(* Pointwise maximal leakage and its relatives, as the papers define them: over finTypes and any
   ordered field, without logarithms. Every measure is the exponential of the leakage in nats,
     and for
   each there is a level form: "at most t iff polynomial inequalities".

   Conventions: a letter of the secret counts only where its probability is positive, an outcome of
   probability zero leaks nothing, a maximum over nothing is 0 (the leakage is minus infinity), and
   what can be infinite is a value of `extended`. *)
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

(* i(x; y) = log P(y|x) / P(y) *)
Definition density P W x y : R := W x y / out P W y.
(* l(X -> y) = log max over the support of P(y|x) / P(y) *)
Definition pml P W y : R := \big[Num.max/0]_(x | 0 < P x) (W x y / out P W y).
(* the largest over the outcomes that can occur *)
Definition pml_max P W : R := \big[Num.max/0]_(y | 0 < out P W y) pml P W y.
(* l(X -> z | y) = log max over the support given y of P(z|x,y) / P(z|y) *)
Definition cpml P W U y z : R :=
  \big[Num.max/0]_(x | 0 < P x * W x y) (U (x, y) z / next P W U y z).
(* P[ l(X -> Y) > log t ] *)
Definition tail P W (t : R) : R := \sum_(y | t < pml P W y) out P W y.
(* E[ exp l(X -> Y) ], which is maximal leakage over the support *)
Definition mean_pml P W : R := \sum_y out P W y * pml P W y.
(* L(X -> Y) = log sum over y of max over x of P(y|x); over the support of P *)
Definition maxleak W : R := \sum_y \big[Num.max/0]_x W x y.
Definition maxleak_of P W : R := \sum_y \big[Num.max/0]_(x | 0 < P x) W x y.
(* max over x, x', y of P(y|x) / P(y|x'), infinite where one is zero and the other not *)
Definition ldp W : extended :=
  if [exists q : X * X * Y, (W q.1.2 q.2 == 0) && (W q.1.1 q.2 != 0)] then Infinite
  else Finite (\big[Num.max/0]_(q : X * X * Y) (W q.1.1 q.2 / W q.1.2 q.2)).
(* max of P(y|x) / P(y) and P(y) / P(y|x) over what can occur *)
Definition lip P W : extended :=
  if [exists q : X * Y, [&& 0 < P q.1, 0 < out P W q.2 & W q.1 q.2 == 0]] then Infinite
  else Finite (\big[Num.max/0]_(q : X * Y | (0 < P q.1) && (0 < out P W q.2))
                 Num.max (W q.1 q.2 / out P W q.2) (out P W q.2 / W q.1 q.2)).
(* max over x, x', y of P(x|y) / P(x'|y) over the support *)
Definition ldi P W : extended :=
  if [exists q : X * X * Y, [&& 0 < P q.1.1, 0 < P q.1.2, W q.1.2 q.2 == 0 & W q.1.1 q.2 != 0]]
  then Infinite
  else Finite (\big[Num.max/0]_(q : X * X * Y | (0 < P q.1.1) && (0 < P q.1.2))
                 ((P q.1.1 * W q.1.1 q.2) / (P q.1.2 * W q.1.2 q.2))).
(* half the mean distance of a row from the outcome's distribution, as large as it gets *)
Definition tv P W : R := \big[Num.max/0]_(x | 0 < P x) ((\sum_y `|W x y - out P W y|) / 2%:R).
(* exp of minus the min-entropy of the secret, and of the secret given the outcome *)
Definition guess P : R := \big[Num.max/0]_x P x.
Definition guess_after P W : R := \sum_y \big[Num.max/0]_x (P x * W x y).
(* exp of minus the log of the rarest letter that can occur *)
Definition rarest P : R := \big[Num.max/0]_(x | 0 < P x) (P x)^-1.
(* every event of probability at least delta: exp of the leakage to it is at most t *)
Definition eml_le P W (delta t : R) : Prop :=
  forall a : Y -> R, (forall y, 0 <= a y) -> (forall y, a y <= 1) ->
    delta <= \sum_y out P W y * a y ->
    forall x, 0 < P x -> \sum_y W x y * a y <= t * (\sum_y out P W y * a y).
End Measures.

(* the gain of an adversary who acts by w, with gains g w x >= 0: before, and having seen y *)
Section Gain.
Variables (X Y A : finType) (P : dist X) (W : chan X Y) (g : A -> X -> R).
Definition gain : R := \big[Num.max/0]_w \sum_x P x * g w x.
Definition gain_after (y : Y) : R := \big[Num.max/0]_w \sum_x P x * W x y / out P W y * g w x.
Definition gleak (y : Y) : R := gain_after y / gain.
End Gain.

(* ---- levels ---- *)
Lemma bigmax_le_seq (I : eqType) (s : seq I) (A : pred I) (F : I -> R) t : 0 <= t ->
  \big[Num.max/0]_(i <- s | A i) F i <= t <-> forall i, i \in s -> A i -> F i <= t.
Proof.
move=> t0; elim: s => [|i s ih]; first by rewrite big_nil.
rewrite big_cons; case: ifP => Ai.
  rewrite le_maxl; split=> [/andP [Fi /ih h] j|h].
    by rewrite inE => /orP [/eqP ->|] //; apply: h.
  by rewrite h ?mem_head //=; apply/ih => j js; apply: h; rewrite inE js orbT.
rewrite ih; split=> h j js; first by move: js; rewrite inE => /orP [/eqP ->|/h //]; rewrite Ai.
by apply: h; rewrite inE js orbT.
Qed.

Lemma bigmax_le (I : finType) (A : pred I) (F : I -> R) t : 0 <= t ->
  \big[Num.max/0]_(i | A i) F i <= t <-> forall i, A i -> F i <= t.
Proof.
move=> t0; rewrite bigmax_le_seq //; split=> h i; last by move=> _; apply: h.
by apply: h; rewrite mem_index_enum.
Qed.

Lemma bigmax_ge0 (I : finType) (A : pred I) (F : I -> R) : 0 <= \big[Num.max/0]_(i | A i) F i.
Proof. by elim/big_rec: _ => // i x _ h; rewrite le_maxr h orbT. Qed.

Lemma bigmax_ge (I : finType) (A : pred I) (F : I -> R) i : A i ->
  F i <= \big[Num.max/0]_(i | A i) F i.
Proof. by move: i; apply/(bigmax_le _ _ (bigmax_ge0 A F)). Qed.

(* a ratio to a sum of nonnegative terms of which the numerator is no larger *)
Lemma ratio_le (p w o t : R) : 0 < p -> 0 <= w -> 0 <= o -> (o = 0 -> w = 0) -> 0 <= t ->
  w / o <= t <-> 0 <= p * (t * o - w).
Proof.
move=> p0 w0 o0 z t0; rewrite pmulr_rge0 // subr_ge0.
move: o0; rewrite le_eqVlt => /orP [/eqP o_0|o1]; last by rewrite ler_pdivr_mulr.
by rewrite -o_0 invr0 (z (esym o_0)) !mulr0.
Qed.

Section Levels.
Variables X Y Z : finType.
Implicit Types (P : dist X) (W : chan X Y) (U : chan [finType of X * Y] Z).

Lemma out_eq0 P W x y : 0 < P x -> out P W y = 0 -> W x y = 0.
Proof.
move=> p0 /eqP; rewrite psumr_eq0 => [/allP/(_ x)|x' _]; last by rewrite mulr_ge0 ?pr_ge0 ?ch_ge0.
by rewrite mem_index_enum => /(_ isT) /=; rewrite mulf_eq0 (gt_eqF p0) /= => /eqP.
Qed.

Theorem pml_le P W y t : 0 <= t ->
  pml P W y <= t <-> forall x, 0 <= P x * (t * out P W y - W x y).
Proof.
move=> t0; rewrite bigmax_le //; split=> h x; last first.
  by move=> p0; apply/(ratio_le p0) => //; rewrite ?ch_ge0 ?out_ge0 //; apply: out_eq0.
have := pr_ge0 P x; rewrite le_eqVlt => /orP [/eqP <-|p0]; first by rewrite mul0r.
by apply/(ratio_le p0); rewrite ?ch_ge0 ?out_ge0 //; [apply: out_eq0|apply: h].
Qed.

Theorem density_le P W x y t : 0 < P x -> 0 <= t ->
  density P W x y <= t <-> 0 <= P x * (t * out P W y - W x y).
Proof. by move=> p0 t0; apply: ratio_le => //; rewrite ?ch_ge0 ?out_ge0 //; apply: out_eq0. Qed.

(* P(z|y) P(y) = P(y, z) *)
Lemma nextE P W U y z : next P W U y z * out P W y = \sum_x P x * W x y * U (x, y) z.
Proof.
rewrite /= /next_; case: eqP => [e|/eqP ne]; last by rewrite mulfVK.
rewrite [X in _ * X]e mulr0 big1 // => x _; have := pr_ge0 P x.
rewrite le_eqVlt => /orP [/eqP <-|p0]; first by rewrite !mul0r.
by rewrite (out_eq0 p0 e) mulr0 mul0r.
Qed.

Lemma next_eq0 P W U x y z : 0 < P x * W x y -> next P W U y z = 0 -> U (x, y) z = 0.
Proof.
move=> p0 e; have := nextE P W U y z; rewrite e mul0r => /esym/eqP; rewrite psumr_eq0.
  move=> /allP/(_ x); rewrite mem_index_enum => /(_ isT) /=.
  by rewrite mulf_eq0 (gt_eqF p0) /= => /eqP.
by move=> x' _; rewrite !mulr_ge0 ?pr_ge0 ?ch_ge0.
Qed.

Theorem cpml_le P W U y z t : 0 <= t ->
  cpml P W U y z <= t <-> forall x, 0 <= P x * W x y * (t * next P W U y z - U (x, y) z).
Proof.
move=> t0; rewrite bigmax_le //; split=> h x; last first.
  by move=> p0; apply/(ratio_le p0) => //; rewrite ?ch_ge0 ?next_ge0 //; apply: next_eq0.
have : 0 <= P x * W x y by rewrite mulr_ge0 ?pr_ge0 ?ch_ge0.
rewrite le_eqVlt => /orP [/eqP <-|p0]; first by rewrite mul0r.
by apply/(ratio_le p0); rewrite ?ch_ge0 ?next_ge0 //; [apply: next_eq0|apply: h].
Qed.

Theorem pml_max_le P W t : 0 <= t ->
  pml_max P W <= t <-> forall x y, 0 <= P x * (t * out P W y - W x y).
Proof.
move=> t0; rewrite bigmax_le //; split=> h; last by move=> y _; apply/pml_le => // x; apply: h.
move=> x y; have := out_ge0 P W y; rewrite le_eqVlt => /orP [/eqP o_0|o1]; last first.
  exact: (pml_le P W y t0).1 (h y o1) x.
have := pr_ge0 P x; rewrite le_eqVlt => /orP [/eqP <-|p0]; first by rewrite mul0r.
by rewrite -[out P W y]o_0 (out_eq0 p0 (esym o_0)) mulr0 subrr mulr0.
Qed.

Theorem maxleak_le W t : maxleak W <= t <->
  exists M : Y -> R, (forall x y, W x y <= M y) /\ \sum_y M y <= t /\ (forall y, 0 <= M y).
Proof.
split=> [h|[M [WM [Mt M0]]]].
  exists (fun y => \big[Num.max/0]_x W x y); split; last by split=> // y; apply: bigmax_ge0.
  by move=> x y; apply: (@bigmax_ge _ xpredT (fun x => W x y)).
by apply: le_trans Mt; apply: ler_sum => y _; apply/bigmax_le.
Qed.

(* the sum of maxima is attained by a choice of one input for each outcome *)
Theorem maxleak_sel W t (x1 : X) :
  (forall c : chan Y X, \sum_y \sum_x c y x * W x y <= t) -> maxleak W <= t.
Proof.
move=> h; pose a y := [arg max_(x > x1) W x y]%O.
have c0 y x : 0 <= (x == a y)%:R :> R by exact: ler0n.
have c1 y : \sum_x (x == a y)%:R = 1 :> R.
  by rewrite (bigD1 (a y)) //= eqxx big1 ?addr0 // => x /negbTE ->.
apply: le_trans (h (Chan c0 c1)); apply: ler_sum => y _ /=.
rewrite (bigD1 (a y)) //= eqxx mul1r big1 ?addr0 => [|x /negbTE ->]; last by rewrite mul0r.
apply/bigmax_le => [|x _]; first exact: ch_ge0.
by rewrite /a; case: arg_maxP => // j _ /(_ x isT).
Qed.

Theorem maxleak_of_le P W t : maxleak_of P W <= t <->
  exists M : Y -> R, (forall x y, 0 < P x -> W x y <= M y) /\ \sum_y M y <= t /\ (forall y,
    0 <= M y).
Proof.
split=> [h|[M [WM [Mt M0]]]].
  exists (fun y => \big[Num.max/0]_(x | 0 < P x) W x y); split; last first.
    by split=> // y; apply: bigmax_ge0.
  by move=> x y p0; apply: (@bigmax_ge _ (fun x => 0 < P x) (fun x => W x y)).
by apply: le_trans Mt; apply: ler_sum => y _; apply/bigmax_le => // x p0; apply: WM.
Qed.

Lemma ratio_le1 (w o t : R) : 0 <= w -> 0 <= o -> (o = 0 -> w = 0) -> 0 <= t ->
  w / o <= t <-> w <= t * o.
Proof.
by move=> w0 o0 z t0; have := ratio_le ltr01 w0 o0 z t0; rewrite mul1r subr_ge0.
Qed.

Theorem ldp_le W t : 0 <= t -> le_ext (ldp W) t <-> forall x x' y, W x y <= t * W x' y.
Proof.
move=> t0; rewrite /ldp; case: ifP => [/existsP [[[x x'] y] /= /andP [/eqP z nz]]|/negbT].
  split=> // /(_ x x' y); rewrite z mulr0 => le0; case/negP: nz; by rewrite eq_le le0 ch_ge0.
rewrite negb_exists => /forallP fin; rewrite /= bigmax_le //.
have z x x' y : W x' y = 0 -> W x y = 0.
  by move=> z; have := fin (x, x', y); rewrite /= z eqxx /= negbK => /eqP.
split=> [h x x' y|h [[x x'] y] _ /=].
  by apply/ratio_le1; rewrite ?ch_ge0 //; [apply: z|apply: (h (x, x', y))].
by apply/ratio_le1; rewrite ?ch_ge0 //; apply: z.
Qed.

Theorem lip_le P W t : 0 <= t ->
  le_ext (lip P W) t <-> forall x y, 0 < P x ->
    W x y <= t * out P W y /\ out P W y <= t * W x y.
Proof.
move=> t0; rewrite /lip; case: ifP => [/existsP [[x y] /= /and3P [p0 o0 /eqP z]]|/negbT].
  by split=> // /(_ x y p0) []; rewrite z mulr0 => _ le0; move: o0; rewrite ltNge le0.
rewrite negb_exists => /forallP fin; rewrite /= bigmax_le //.
have nz x y : 0 < P x -> 0 < out P W y -> 0 < W x y.
  move=> p0 o0; rewrite lt_neqAle ch_ge0 andbT eq_sym; apply/negP => w0.
  by have := fin (x, y); rewrite /= p0 o0 w0.
split=> [h x y p0|h [x y] /= /andP [p0 o0]].
  have : 0 <= out P W y by apply: out_ge0.
  rewrite le_eqVlt => /orP [/eqP o_0|o0].
    have z : out_ P W y = 0 := esym o_0.
    by rewrite z (out_eq0 p0 z) mulr0 lexx.
  have := h (x, y); rewrite /= p0 o0 => /(_ isT); rewrite le_maxl => /andP [h1 h2].
  by split; rewrite -ler_pdivr_mulr // nz.
have [h1 h2] := h x y p0.
by rewrite le_maxl !ler_pdivr_mulr ?nz // h1 h2.
Qed.

Theorem tail_split P W t d : tail P W t <= d <->
  exists B : {set Y}, (forall y, y \notin B -> pml P W y <= t) /\ \sum_(y in B) out P W y <= d.
Proof.
split=> [h|[B [Bt Bd]]].
  exists [set y | t < pml P W y]; split=> [y|]; first by rewrite inE -leNgt.
  by rewrite (eq_bigl (fun y => t < pml P W y)) // => y; rewrite inE.
apply: le_trans Bd; rewrite /tail [X in _ <= X](bigID (fun y => t < pml P W y)) /=.
apply: ler_paddr; first by apply: sumr_ge0 => y _; apply: out_ge0.
rewrite le_eqVlt; apply/orP; left; apply/eqP; apply: eq_bigl => y.
by case: (boolP (y \in B)) => //= /Bt le; rewrite ltNge le.
Qed.

Theorem guess_le P t : 0 <= t -> guess P <= t <-> forall x, P x <= t.
Proof. by move=> t0; rewrite bigmax_le //; split=> h x; [apply: h|move=> _; apply: h]. Qed.

Theorem rarest_le P t : 0 <= t -> rarest P <= t <-> forall x, 0 < P x -> 1 <= t * P x.
Proof.
move=> t0; rewrite bigmax_le //; split=> h x p0; have := h x p0.
  by rewrite -[(P x)^-1]mul1r ler_pdivr_mulr.
by rewrite -[(P x)^-1]mul1r ler_pdivr_mulr.
Qed.

Theorem tv_le P W t : 0 <= t ->
  tv P W <= t <-> forall x, 0 < P x -> \sum_y `|W x y - out P W y| <= t * 2%:R.
Proof.
move=> t0; rewrite bigmax_le //; split=> h x p0; have := h x p0;
  by rewrite ler_pdivr_mulr ?ltr0n.
Qed.
End Levels.

Theorem gain_after_le (X Y A : finType) (P : dist X) (W : chan X Y) (g : A -> X -> R) y t :
  0 <= t ->
  0 < out P W y ->
  gain_after P W g y <= t <-> forall w, \sum_x P x * W x y * g w x <= t * out P W y.
Proof.
move=> t0 o0; have e w : \sum_x P x * W x y / out P W y * g w x
    = (\sum_x P x * W x y * g w x) / out P W y.
  by rewrite mulr_suml; apply: eq_bigr => x _; rewrite mulrAC.
by rewrite bigmax_le //; split=> h w; have := h w; rewrite e ler_pdivr_mulr //; apply.
Qed.

(* ---- restricting to the support ---- *)
Section Support.
Variables (X : finType) (P : dist X).
Definition supp := [finType of {x : X | 0 < P x}].
Lemma sum_supp (G : X -> R) : \sum_x P x * G x = \sum_(x : supp) P (val x) * G (val x).
Proof.
transitivity (\sum_(x | 0 < P x) P x * G x).
  rewrite [LHS](bigID (fun x => 0 < P x)) /= [X in _ + X]big1 ?addr0 // => x.
  by rewrite lt_neqAle pr_ge0 andbT negbK => /eqP <-; rewrite mul0r.
rewrite (reindex_omap (val : supp -> X) insub) => [|x px]; last by rewrite insubT.
by apply: eq_bigl => x; rewrite valK eqxx (valP x).
Qed.
Lemma supp_sum1 : \sum_(x : supp) P (val x) = 1.
Proof.
rewrite -[RHS](pr_sum P); transitivity (\sum_x P x * 1); last by apply: eq_bigr => x _;
  rewrite mulr1.
by rewrite sum_supp; apply: eq_bigr => x _; rewrite mulr1.
Qed.

(* a level of leakage, said of the support alone *)
Lemma out_supp Y (W : chan X Y) y :
  out P W y = \sum_(x : supp) P (val x) * W (val x) y.
Proof. exact: (sum_supp (fun x => W x y)). Qed.
Theorem pml_supp Y (W : chan X Y) y t : 0 <= t -> pml P W y <= t <->
  forall x : supp, 0 <= P (val x)
    * (t * (\sum_(x' : supp) P (val x') * W (val x') y) - W (val x) y).
Proof.
move=> t0; rewrite pml_le //; split=> h x; first by rewrite -out_supp.
have := pr_ge0 P x; rewrite le_eqVlt => /orP [/eqP <-|p0]; first by rewrite mul0r.
by rewrite out_supp; apply: (h (Sub x p0)).
Qed.
End Support.

Lemma inhab (X : finType) (G : X -> R) : \sum_x G x = 1 -> exists x : X, true.
Proof.
move=> h; case: (pickP (xpredT : pred X)) => [x _|e]; first by exists x.
by move: h; rewrite big_pred0 // => /eqP; rewrite eq_sym oner_eq0.
Qed.

Lemma ge0_eq (a b : R) : a = b -> 0 <= a -> 0 <= b.
Proof. by move=> ->. Qed.

End Pml.
