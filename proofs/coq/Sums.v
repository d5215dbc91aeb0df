(* What has no level form in the same tensors: tails, sums of maxima, total variation, events. As a
   premise each gives formulas about a new tensor, an indicator of bad outcomes or a maximum; as a
   conclusion each follows from formulas about a tensor that stands for a witness. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Pml Levels.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

(* ---- where a letter attains what is attained ---- *)
Section Attained.
Variables (R : realFieldType) (X : finType) (P : dist R X).
Lemma rarest_ex : exists x, (0 < P x) && (P x <= pmin P).
Proof.
have [x0 p0] := likely P; have [x px low] := @arg_minP _ _ _ x0 (fun x => 0 < P x) P p0.
exists x; rewrite px /=; apply/bigmin_ge; split=> //; exact: pr_le1.
Qed.
(* a letter of the smallest mass that is positive, and one of the largest *)
Definition rarest : X := xchoose rarest_ex.
Lemma rarest_gt0 : 0 < P rarest. Proof. by case/andP: (xchooseP rarest_ex). Qed.
Lemma rarest_le : P rarest <= pmin P. Proof. by case/andP: (xchooseP rarest_ex). Qed.
Lemma likeliest_ex : exists x, guess P <= P x.
Proof.
have [x0 _] := likely P; have [x _ peak] := @arg_maxP _ _ _ x0 xpredT P isT.
by exists x; apply/bigmax_le; split=> [|i _]; [apply: pr_ge0|apply: peak].
Qed.
Definition likeliest : X := xchoose likeliest_ex.
Lemma likeliest_ge : guess P <= P likeliest. Proof. exact: xchooseP likeliest_ex. Qed.
Lemma likeliest_gt0 : 0 < P likeliest.
Proof.
have [x p0] := likely P; apply: lt_le_trans p0 (le_trans _ likeliest_ge).
exact: (@bigmax_ge _ _ xpredT P 0 x isT).
Qed.
Lemma rarest_attains : 0 <= pmin P - P rarest. Proof. by rewrite subr_ge0 rarest_le. Qed.
Lemma likeliest_attains : 0 <= P likeliest * (guess P)^-1 - 1.
Proof.
have g0 : 0 < guess P.
  have [x p0] := likely P; apply: lt_le_trans p0 (@bigmax_ge _ _ xpredT P 0 x isT).
by rewrite subr_ge0 ler_pdivl_mulr // mul1r likeliest_ge.
Qed.
Lemma card_ge1 (x : X) : 0 <= #|X|%:R - 1 :> R.
Proof. by rewrite subr_ge0 ler1n; apply/card_gt0P; exists x. Qed.
Lemma rarest_below x : 0 <= P x * (P x - pmin P).
Proof. exact: (pmin_ge P (pmin P)).1. Qed.
End Attained.

(* ---- tails: b is one where the leakage exceeds s ---- *)
Section Tails.
Variables (R : realFieldType) (X Y Z : finType) (P : dist R X) (W : chan R X Y).
Variable U : chan R [finType of X * Y] Z.
Implicit Type s d : R.
Definition exceeds s (y : Y) : R := (s < pml P W y)%R%:R.
Definition exceeds_given s (y : Y) (z : Z) : R := (s < cpml P W U y z)%R%:R.
Lemma exceeds_flag s y : exceeds s y * exceeds s y = exceeds s y.
Proof. by rewrite /exceeds; case: (_ < _); rewrite ?mulr1 ?mulr0. Qed.
Lemma exceeds_given_flag s y z : exceeds_given s y z * exceeds_given s y z = exceeds_given s y z.
Proof. by rewrite /exceeds_given; case: (_ < _); rewrite ?mulr1 ?mulr0. Qed.
Lemma pml_ge1 y : 1 <= pml P W y. Proof. exact: bigmax_base. Qed.
Lemma cpml_ge1 y z : 1 <= cpml P W U y z. Proof. exact: bigmax_base. Qed.

Lemma exceeds_guard s y x :
  0 <= P x * (1 - exceeds s y) * (s * out P W y - W x y).
Proof.
rewrite /exceeds; case: ltP => [_|le]; first by rewrite subrr mulr0 mul0r.
have s0 : 0 <= s := le_trans ler01 (le_trans (pml_ge1 y) le).
by rewrite subr0 mulr1; case: ((pml_le P W y s0).1 le) => _; apply.
Qed.
Lemma exceeds_mass s d : tail P W s <= d -> 0 <= d - \sum_y exceeds s y * out P W y.
Proof.
move=> le; rewrite subr_ge0; apply: le_trans le.
rewrite /tail [X in _ <= X]big_mkcond /=.
by apply: ler_sum => y _; rewrite /exceeds; case: ifP => _; rewrite ?mul1r ?mul0r.
Qed.
Lemma exceeds_given_guard s y z x :
  0 <= P x * W x y * (1 - exceeds_given s y z) * (s * next P W U y z - U (x, y) z).
Proof.
rewrite /exceeds_given; case: ltP => [_|le]; first by rewrite subrr mulr0 mul0r.
have s0 : 0 <= s := le_trans ler01 (le_trans (cpml_ge1 y z) le).
by rewrite subr0 mulr1; case: ((cpml_le P W U y z s0).1 le) => _; apply.
Qed.
Lemma exceeds_given_mass s d : tail_given P W U s <= d ->
  0 <= d - \sum_y \sum_z exceeds_given s y z * (\sum_x P x * W x y * U (x, y) z).
Proof.
move=> le; rewrite subr_ge0; apply: le_trans le; rewrite /tail_given; apply: ler_sum => y _.
rewrite [X in _ <= X]big_mkcond /=; apply: ler_sum => z _.
by rewrite /exceeds_given; case: ifP => _; rewrite ?mul1r ?mul0r.
Qed.
Lemma exceeds_worst_mass s d y : worst_tail P W U s <= d ->
  0 <= out P W y * (d - \sum_z exceeds_given s y z * next P W U y z).
Proof.
move=> /bigmax_le [_ h]; apply/times_ge0 => [|o0]; first exact: out_ge0.
rewrite subr_ge0; apply: le_trans (h y o0); rewrite [X in _ <= X]big_mkcond /=.
by apply: ler_sum => z _; rewrite /exceeds_given; case: ifP => _; rewrite ?mul1r ?mul0r.
Qed.

(* bounded weights B on the outcomes, at least one on those that leak more *)
Theorem tail_from (B : Y -> R) s d : 1 <= s -> (forall y, 0 <= B y) ->
  (forall y x, 0 <= P x * (1 - B y) * (s * out P W y - W x y)) ->
  0 <= d - \sum_y B y * out P W y -> tail P W s <= d.
Proof.
move=> s1 B0 h; rewrite subr_ge0 => /(le_trans _); apply; rewrite /tail big_mkcond /=.
apply: ler_sum => y _; case: ifP => [lt|_]; last by rewrite mulr_ge0 ?out_ge0.
rewrite -[X in X <= _]mul1r ler_wpmul2r ?out_ge0 // leNgt; apply: contraTN lt => B1.
rewrite -leNgt; apply/pml_le; first exact: le_trans ler01 s1.
split=> // x; have := h y x; rewrite -mulrA mulrCA pmulr_rge0 // subr_gt0 //.
Qed.
End Tails.
Section Through.
Variables (R : realFieldType) (V X Y : finType) (P : dist R V) (W : chan R V X) (U : chan R X Y).
Lemma reached v x : 0 < P v * W v x -> 0 < out P W x.
Proof.
move=> lt; apply: lt_le_trans lt _; rewrite /= /out_ (bigD1 v) //= ler_addl.
by apply: sumr_ge0 => v' _; rewrite mulr_ge0 ?pr_ge0 ?ch_ge0.
Qed.
(* the same where each letter x is reached from a letter of a prior *)
Lemma exceeds_through s y v x :
  0 <= P v * W v x * (1 - exceeds (out P W) U s y) * (s * out (out P W) U y - U x y).
Proof.
have joint : 0 <= P v * W v x by rewrite mulr_ge0 ?pr_ge0 ?ch_ge0.
rewrite -mulrA; apply/times_ge0 => // /reached o0.
by have := exceeds_guard (out P W) U s y x; rewrite -mulrA pmulr_rge0.
Qed.
End Through.

(* ---- maximal leakage: a sum of maxima ---- *)
Section Maximal.
Variables (R : realFieldType) (X Y : finType) (P : dist R X) (W : chan R X Y).
Definition peak (y : Y) : R := \big[Num.max/0]_x W x y.
Definition peak_of (y : Y) : R := \big[Num.max/0]_(x | 0 < P x) W x y.
Lemma peak_ge0 y : 0 <= peak y. Proof. exact: bigmax_base. Qed.
Lemma peak_of_ge0 y : 0 <= peak_of y. Proof. exact: bigmax_base. Qed.
Lemma peak_ge y x : 0 <= peak y - W x y.
Proof. by rewrite subr_ge0; apply: (@bigmax_ge _ _ xpredT (fun x => W x y)). Qed.
Lemma peak_of_ge y x : 0 <= P x * (peak_of y - W x y).
Proof.
apply/times_ge0 => [|p0]; first exact: pr_ge0.
by rewrite subr_ge0; apply: (@bigmax_ge _ _ (fun x => 0 < P x) (fun x => W x y)).
Qed.
Lemma peak_total : 0 <= maxleak W - \sum_y peak y. Proof. by rewrite subr_ge0. Qed.
Lemma peak_of_total : 0 <= maxleak_of P W - \sum_y peak_of y. Proof. by rewrite subr_ge0. Qed.
(* a letter that attains the maximum, as a row of weights; of weights for P, in the second case *)
Definition choice (y : Y) (x : X) : R := selected xpredT (fun x => W x y) x.
Definition choice_of (y : Y) (x : X) : R := selected (fun x => 0 < P x) (fun x => W x y) x / P x.
Lemma choice_ge0 y x : 0 <= choice y x. Proof. exact: selected_ge0. Qed.
Lemma choice_of_ge0 y x : 0 <= choice_of y x.
Proof. by rewrite divr_ge0 ?selected_ge0 ?pr_ge0. Qed.
Lemma choice_sum (x0 : X) y : \sum_x choice y x = 1.
Proof.
have [j [_ _ e]] := @selectedE _ _ xpredT (fun x => W x y) (fun=> 1) x0 isT (fun x => ch_ge0 W x y).
by rewrite -[RHS]e; apply: eq_bigr => x _; rewrite mulr1.
Qed.
Lemma choice_total (x0 : X) : \sum_y \sum_x choice y x * W x y = maxleak W.
Proof.
apply: eq_bigr => y _.
have [j [_ e ->]] := @selectedE _ _ xpredT (fun x => W x y) (fun x => W x y) x0 isT
  (fun x => ch_ge0 W x y).
exact: e.
Qed.
Lemma choice_of_mass y x : P x * choice_of y x = selected (fun x => 0 < P x) (fun x => W x y) x.
Proof.
rewrite /choice_of mulrCA; have := pr_ge0 P x; rewrite le_eqVlt => /orP [/eqP e|p0].
  rewrite -e mul0r mulr0 /selected; case: pickP => [j /andP [pj _]|//].
  by case: eqP => // exj; rewrite -exj -e ltxx in pj.
by rewrite mulfV ?gt_eqF // mulr1.
Qed.
Lemma choice_of_sum y : \sum_x P x * choice_of y x = 1.
Proof.
have [x0 p0] := likely P.
have [j [_ _ e]] := @selectedE _ _ (fun x => 0 < P x) (fun x => W x y) (fun=> 1) x0 p0
  (fun x => ch_ge0 W x y).
by rewrite -[RHS]e; apply: eq_bigr => x _; rewrite mulr1 choice_of_mass.
Qed.
Lemma choice_of_unit y : \sum_x P x * choice_of y x - 1 = 0.
Proof. by rewrite choice_of_sum subrr. Qed.
Lemma choice_of_total : \sum_y \sum_x P x * choice_of y x * W x y = maxleak_of P W.
Proof.
apply: eq_bigr => y _; have [x0 p0] := likely P.
have [j [_ e e']] := @selectedE _ _ (fun x => 0 < P x) (fun x => W x y) (fun x => W x y) x0 p0
  (fun x => ch_ge0 W x y).
by rewrite -[RHS]e -e'; apply: eq_bigr => x _; rewrite choice_of_mass.
Qed.

Lemma choice_of_attains :
  0 <= \sum_y \sum_x P x * choice_of y x * W x y - maxleak_of P W.
Proof. by rewrite choice_of_total subrr. Qed.

(* ---- total variation: s is one where the joint probability exceeds the product ---- *)
Definition above (x : X) (y : Y) : R := (out P W y <= W x y)%R%:R.
Lemma above_ge0 x y : 0 <= above x y. Proof. exact: ler0n. Qed.
Lemma above_le1 x y : above x y <= 1.
Proof. by rewrite /above; case: (out P W y <= W x y); rewrite ?ler01 ?lexx. Qed.
Lemma above_total : \sum_x \sum_y above x y * (P x * (W x y - out P W y)) = tv P W.
Proof.
pose D x y := P x * W x y - P x * out P W y.
have zero : \sum_x \sum_y D x y = 0.
  rewrite big1 // => x _; rewrite sumrB -!mulr_sumr ch_sum.
  by rewrite (pr_sum (out P W)) subrr.
have part x y : above x y * (P x * (W x y - out P W y)) = (`|D x y| + D x y) / 2%:R.
  rewrite /D -mulrBr normrM (ger0_norm (pr_ge0 P x)) -mulrDr /above -mulrA mulrCA.
  congr (_ * _); case: lerP => [le|lt].
    by rewrite mul1r -mulr2n -[_ *+ 2]mulr_natr mulfK ?pnatr_eq0.
  by rewrite mul0r addrC -opprB addNr mul0r.
rewrite /tv; under eq_bigr => x _ do under eq_bigr => y _ do rewrite part.
under eq_bigr => x _ do rewrite -mulr_suml big_split /=.
by rewrite -mulr_suml big_split /= -/D zero addr0.
Qed.

(* ---- events that are weighed, in [0, 1] ---- *)
Lemma eml_says delta t : eml_le P W delta t -> forall a : Y -> R,
  (forall y, 0 <= a y) -> (forall y, a y <= 1) -> forall x, 0 <= \sum_y out P W y * a y - delta ->
  0 <= P x * (t * (\sum_y out P W y * a y) - \sum_y W x y * a y).
Proof.
case=> _ h a a0 a1 x; rewrite subr_ge0 => heavy; apply/times_ge0 => [|p0]; first exact: pr_ge0.
by rewrite subr_ge0; apply: h.
Qed.
Lemma eml_ge1 delta t : eml_le P W delta t -> 0 <= t - 1.
Proof. by case; rewrite subr_ge0. Qed.
(* the sure event is one of them, so that t >= 1 need not be shown *)
Theorem eml_from delta t : delta <= 1 ->
  (forall a : Y -> R, (forall y, 0 <= a y) -> (forall y, a y <= 1) ->
     0 <= \sum_y out P W y * a y - delta ->
     forall x, 0 <= P x * (t * (\sum_y out P W y * a y) - \sum_y W x y * a y)) ->
  eml_le P W delta t.
Proof.
move=> d1 h; have pos a a0 a1 heavy x p0 :=
  (times_ge0 _ (pr_ge0 P x)).1 (h a a0 a1 heavy x) p0.
split=> [|a a0 a1 heavy x p0]; last first.
  by rewrite -subr_ge0; apply: pos => //; rewrite subr_ge0.
have [x p0] := likely P; rewrite -subr_ge0; have := pos (fun=> 1) _ _ _ x p0.
have e (Q : dist R Y) : \sum_y Q y * 1 = 1.
  by rewrite -[RHS](pr_sum Q); apply: eq_bigr => y _; rewrite mulr1.
rewrite (e (out P W)) (e (Dist (ch_ge0 W x) (ch_sum W x))) mulr1.
by apply=> [y|y|]; rewrite ?ler01 ?lexx ?subr_ge0.
Qed.

(* events of pairs, whose probability under the joint distribution is t times that under the
   product of the marginals at most, up to delta   [PML23, Def. 13] *)
Theorem maxinfo_from delta t :
  (forall e : X -> Y -> R, (forall x y, 0 <= e x y) -> (forall x y, e x y <= 1) ->
     0 <= delta + \sum_x \sum_y e x y * (P x * (t * out P W y - W x y))) ->
  maxinfo_le P W delta t.
Proof.
move=> h e e0 e1; rewrite -subr_ge0 [_ + delta]addrC -addrA; have := h e e0 e1.
suff -> : \sum_x \sum_y e x y * (P x * (t * out P W y - W x y)) =
  t * (\sum_x \sum_y P x * out P W y * e x y) - \sum_x \sum_y P x * W x y * e x y by [].
rewrite mulr_sumr -sumrB; apply: eq_bigr => x _; rewrite mulr_sumr -sumrB.
apply: eq_bigr => y _; rewrite mulrBr mulrBr mulrC [e x y * (P x * W x y)]mulrC.
by rewrite [P x * (t * _)]mulrCA -mulrA.
Qed.
End Maximal.
Section MaximalThrough.
Variables (R : realFieldType) (V X Y : finType) (P : dist R V) (W : chan R V X) (U : chan R X Y).
Lemma peak_through y v x : 0 <= P v * W v x * (peak_of (out P W) U y - U x y).
Proof.
apply/times_ge0 => [|/reached o0]; first by rewrite mulr_ge0 ?pr_ge0 ?ch_ge0.
by have := peak_of_ge (out P W) U y x; rewrite pmulr_rge0.
Qed.
Lemma eml_through delta t : eml_le (out P W) U delta t -> forall a : Y -> R,
  (forall y, 0 <= a y) -> (forall y, a y <= 1) -> forall v x,
  0 <= \sum_y out (out P W) U y * a y - delta ->
  0 <= P v * W v x * (t * (\sum_y out (out P W) U y * a y) - \sum_y U x y * a y).
Proof.
move=> h a a0 a1 v x heavy; apply/times_ge0 => [|/reached o0].
  by rewrite mulr_ge0 ?pr_ge0 ?ch_ge0.
by have := eml_says h a0 a1 x heavy; rewrite pmulr_rge0.
Qed.
End MaximalThrough.
Section MaximalGiven.
Variables (R : realFieldType) (X Y Z : finType) (P : dist R X) (W : chan R X Y).
Variable U : chan R [finType of X * Y] Z.
Lemma eml_given_says delta t : eml_given_le P W U delta t -> forall a : Y -> Z -> R,
  (forall y z, 0 <= a y z) -> (forall y z, a y z <= 1) -> forall x y,
  0 <= \sum_z next P W U y z * a y z - delta ->
  0 <= P x * W x y * (t * (\sum_z next P W U y z * a y z) - \sum_z U (x, y) z * a y z).
Proof.
case=> _ h a a0 a1 x y; rewrite subr_ge0 => heavy; apply/times_ge0 => [|p0].
  by rewrite mulr_ge0 ?pr_ge0 ?ch_ge0.
by rewrite subr_ge0; apply: h.
Qed.
Lemma eml_given_ge1 delta t : eml_given_le P W U delta t -> 0 <= t - 1.
Proof. by case; rewrite subr_ge0. Qed.
End MaximalGiven.

(* ---- two outcomes, over which one sums one by one ---- *)
Section Pairs.
Variables (R : realFieldType) (X Y Z : finType) (P : dist R X) (W : chan R X [finType of Y * Z]).
Theorem tail_pair_from (B : Y -> Z -> R) s d : 1 <= s -> (forall y z, 0 <= B y z) ->
  (forall y z x, 0 <= P x * (1 - B y z) * (s * out P W (y, z) - W x (y, z))) ->
  0 <= d - \sum_y \sum_z B y z * out P W (y, z) -> tail P W s <= d.
Proof.
move=> s1 B0 h m; apply: (tail_from (B := fun q => B q.1 q.2) s1) => [[y z]|[y z] x|] //=.
  exact: h.
by move: m; rewrite pair_bigA; congr (0 <= _ - _); apply: eq_bigr => -[].
Qed.
Theorem eml_pair_from delta t : delta <= 1 ->
  (forall a : Y -> Z -> R, (forall y z, 0 <= a y z) -> (forall y z, a y z <= 1) ->
     0 <= \sum_y \sum_z out P W (y, z) * a y z - delta ->
     forall x, 0 <= P x * (t * (\sum_y \sum_z out P W (y, z) * a y z)
                           - \sum_y \sum_z W x (y, z) * a y z)) ->
  eml_le P W delta t.
Proof.
move=> d1 h; apply: eml_from d1 _ => a a0 a1 heavy x.
have e (Q : Y * Z -> R) : \sum_y \sum_z Q (y, z) * a (y, z) = \sum_q Q q * a q.
  by rewrite pair_bigA; apply: eq_bigr => -[].
have := h (fun y z => a (y, z)) (fun y z => a0 (y, z)) (fun y z => a1 (y, z)).
by rewrite (e (out P W)) => /(_ heavy x); rewrite (e (W x)).
Qed.
End Pairs.

(* ---- databases of two entries ---- *)
Section Databases.
Variables (R : realFieldType) (D E Y : finType).
Variables (P : dist R [finType of D * E]) (W : chan R [finType of D * E] Y).
Lemma dp_first t : dp_le W t -> forall d e d' y, 0 <= t * W (d', e) y - W (d, e) y.
Proof. by case=> h _ d e d' y; rewrite subr_ge0. Qed.
Lemma dp_second t : dp_le W t -> forall d e e' y, 0 <= t * W (d, e') y - W (d, e) y.
Proof. by case=> _ h d e e' y; rewrite subr_ge0. Qed.
Theorem entry_given_from t :
  (forall d e y, 0 <= P (d, e) * (t * (\sum_d P (d, e) * W (d, e) y)
                                  - W (d, e) y * (\sum_d P (d, e)))) -> entry_given P W <= t.
Proof.
move=> h; have pos d e y : 0 < P (d, e) ->
    W (d, e) y * (\sum_d P (d, e)) <= t * (\sum_d P (d, e) * W (d, e) y).
  by move=> p0; rewrite -subr_ge0; apply: (times_ge0 _ (pr_ge0 P _)).1 (h d e y) p0.
have s0 d e : 0 < P (d, e) -> 0 < \sum_d P (d, e).
  move=> p0; apply: lt_le_trans p0 _; rewrite (bigD1 d) //= ler_addl.
  by apply: sumr_ge0 => ? _; apply: pr_ge0.
have t1 : 1 <= t.
  have [[d e] p0] := likely P; rewrite -(ler_pmul2r (s0 _ _ p0)) mul1r.
  have : \sum_y W (d, e) y * (\sum_d P (d, e)) <= \sum_y t * (\sum_d P (d, e) * W (d, e) y).
    by apply: ler_sum => y _; apply: pos.
  rewrite -mulr_suml ch_sum mul1r -mulr_sumr exchange_big; congr (_ <= t * _).
  by apply: eq_bigr => d' _; rewrite -mulr_sumr ch_sum mulr1.
apply/bigmax_le; split=> // -[[d e] y] /= p0.
have j0 d' : 0 <= P (d', e) * W (d', e) y by rewrite mulr_ge0 ?pr_ge0 ?ch_ge0.
apply/ratio_le; [|exact: sumr_ge0| |exact: le_trans ler01 t1|exact: pos].
  by rewrite mulr_ge0 ?ch_ge0 // ltW // (s0 d).
move/eqP; rewrite psumr_eq0 // => /allP/(_ d); rewrite mem_index_enum => /(_ isT) /=.
by rewrite mulf_eq0 (gt_eqF p0) /= => /eqP ->; rewrite mul0r.
Qed.
End Databases.

(* ---- from formulas to bounds ---- *)
Section Bounds.
Variable R : realFieldType.
Implicit Types a b e p v S T : R.
Lemma apart_ge0 a b : b <= a -> 0 <= a - b. Proof. by rewrite subr_ge0. Qed.
Lemma apart_gt0 a b : b < a -> 0 < a - b. Proof. by rewrite subr_gt0. Qed.
Lemma none_ge0 a : 0 <= a - a. Proof. by rewrite subrr. Qed.
Lemma value_at_most v e a : e = v -> 0 <= a - e -> v <= a.
Proof. by move=> <-; rewrite subr_ge0. Qed.
Lemma value_at_most_quotient v e a b : e = v -> 0 < b -> 0 <= a - b * e -> v <= a / b.
Proof. by move=> <- b0; rewrite subr_ge0 ler_pdivl_mulr // mulrC. Qed.
Lemma value_at_most_times v e a b : e = v -> 0 < b -> 0 <= a - b^-1 * e -> v <= a * b.
Proof. by move=> <- b0; rewrite subr_ge0 mulrC ler_pdivr_mulr. Qed.
Lemma scaled_from p a b S T : 0 < b -> 0 <= p * (a * S - b * T) -> 0 <= p * (a / b * S - T).
Proof.
move=> b0; have {1}-> : a = b * (a / b) by rewrite mulrC divfK ?gt_eqF.
by rewrite -mulrA -mulrBr mulrCA pmulr_rge0.
Qed.
End Bounds.
