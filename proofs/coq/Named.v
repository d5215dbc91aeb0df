(* The leakages of the papers (Pml.v) are the values that measures are written with (Values.v): each is
   at most t exactly where its value is. An exported theorem, which speaks of values, is so one about
   these. Each equality is with the value that pmlsym/coq prints of the measure. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Pml Levels Values.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Named.
Variables (R : realFieldType) (X Y Z : finType).
Implicit Types (P : dist R X) (W : chan R X Y) (U : chan R [finType of X * Y] Z) (t d : R).

Lemma where_le p n m t : 0 <= p -> (0 < p -> n <= t * m) <-> 0 <= p * (t * m - n) :> R.
Proof.
move=> p0; split=> h.
  by apply/times_ge0 => // p1; rewrite subr_ge0; apply: h.
by move=> p1; rewrite -subr_ge0; apply: (times_ge0 _ p0).1 h p1.
Qed.
Definition pml_value P W : value R := Largest (fun x => Largest (fun y =>
  Where (P x) (Ratio (W x y) (\sum_x P x * W x y)))).
Theorem pml_max_named P W t : 0 <= t -> at_most (pml_value P W) t <-> pml_max P W <= t.
Proof.
move=> t0; rewrite pml_max_le //; split=> h x y; apply/(where_le _ _ _ (pr_ge0 P x)); exact: h.
Qed.
Definition pml_value_at P W y : value R := Larger (Ratio 1 1) (Largest (fun x =>
  Where (P x) (Ratio (W x y) (\sum_x P x * W x y)))).
Theorem pml_named P W y t : 0 <= t -> at_most (pml_value_at P W y) t <-> pml P W y <= t.
Proof.
move=> t0; rewrite pml_le //= mulr1; split=> -[t1 h]; split=> // x;
  by apply/(where_le _ _ _ (pr_ge0 P x)); apply: h.
Qed.
(* given the first outcome: the distribution of the second is any that has the right joint one *)
Definition cpml_value P W U : value R := Largest (fun x => Largest (fun y => Largest (fun z =>
  Where (P x * W x y) (Ratio (U (x, y) z) (next P W U y z))))).
Theorem cpml_max_named P W U t : 0 <= t -> at_most (cpml_value P W U) t <-> cpml_max P W U <= t.
Proof.
move=> t0; rewrite cpml_max_le //; split=> h x y z; apply/(where_le _ _ _ (joint_ge0 P W x y)); exact: h.
Qed.
Definition cost_value P W : value R := Largest (fun x => Largest (fun y =>
  Where (P x) (Ratio (\sum_x P x * W x y) (W x y)))).
Theorem costleak_named P W t : 0 <= t -> at_most (cost_value P W) t <-> le_ext (costleak P W) t.
Proof.
move=> t0; rewrite costleak_le //; split=> h x y; apply/(where_le _ _ _ (pr_ge0 P x)); exact: h.
Qed.
Theorem lip_named P W t : 0 <= t ->
  at_most (Larger (pml_value P W) (cost_value P W)) t <-> le_ext (lip P W) t.
Proof.
move=> t0; rewrite lip_le //=; split=> [[h h'] x y|h].
  by split; apply/(where_le _ _ _ (pr_ge0 P x)); [apply: h|apply: h'].
by split=> x y; apply/(where_le _ _ _ (pr_ge0 P x)); case: (h x y).
Qed.
Definition ldp_value W : value R := Largest (fun x => Largest (fun x' => Largest (fun y =>
  Ratio (W x y) (W x' y)))).
Theorem ldp_named W t (x1 : X) : 0 <= t -> at_most (ldp_value W) t <-> le_ext (ldp W) t.
Proof. by move=> t0; rewrite (ldp_le W x1 t0); split=> h x x' y; have := h x x' y; rewrite subr_ge0. Qed.
Theorem ldp_of_named P W t : 0 <= t ->
  at_most (Largest (fun x => Largest (fun x' => Largest (fun y =>
    Where (P x * P x') (Ratio (W x y) (W x' y)))))) t <-> le_ext (ldp_of P W) t.
Proof.
move=> t0; rewrite ldp_of_le //; have pp x x' : 0 <= P x * P x' by rewrite mulr_ge0 ?pr_ge0.
by split=> h x x' y; apply/(where_le _ _ _ (pp x x')); apply: h.
Qed.
Theorem ldi_named P W t : 0 <= t ->
  at_most (Largest (fun x => Largest (fun x' => Largest (fun y =>
    Where (P x') (Ratio (P x * W x y) (P x' * W x' y)))))) t <-> le_ext (ldi P W) t.
Proof.
move=> t0; rewrite ldi_le //; split=> h x x' y; apply/(where_le _ _ _ (pr_ge0 P x')); exact: h.
Qed.
(* the rarest letter that occurs, from below and from above; the likeliest, as a smallest 1 / P(x) *)
Definition rarest_value P : value R := Smallest (fun x => Where (P x) (Ratio (P x) 1)).
Theorem pmin_named P t : at_least (rarest_value P) t <-> t <= pmin P.
Proof.
rewrite pmin_ge; split=> h x; have := h x; rewrite /= ?mulr1.
  by move=> le; apply/(times_ge0 _ (pr_ge0 P x)) => /le; rewrite subr_ge0.
by move/(times_ge0 _ (pr_ge0 P x)) => le /le; rewrite subr_ge0.
Qed.
Theorem pmin_attained P : at_most (rarest_value P) (pmin P).
Proof.
have [x0 p0] := likely P; have [x px low] := @arg_minP _ _ _ x0 (fun x => 0 < P x) P p0.
exists x; split=> [/=|_ /=]; first by rewrite px ltr01; split=> //; left.
by rewrite mulr1; apply/bigmin_ge; split=> //; apply: pr_le1.
Qed.
Theorem guess_named P t : 0 < t ->
  at_least (Smallest (fun x => Ratio 1 (P x))) t <-> guess P <= t^-1.
Proof.
move=> t0; rewrite /guess bigmax_le; split=> [h|[_ h] x].
  split=> [|x _]; first by rewrite invr_ge0 ltW.
  by rewrite -div1r ler_pdivl_mulr // mulrC; apply: h.
by have := h x isT; rewrite -div1r ler_pdivl_mulr // mulrC.
Qed.
(* maximal leakage, on a support *)
Definition sum_value P W : value R := Total (fun y => Largest (fun x => Where (P x) (Ratio (W x y) 1))).
Theorem maxleak_of_named P W t : at_most (sum_value P W) t <-> maxleak_of P W <= t.
Proof.
split=> [[M [M0 [h le]]]|le].
  by apply: le_trans le; apply: ler_sum => y _; apply/bigmax_le; split=> // x /(h y x); rewrite mulr1.
exists (fun y => \big[Num.max/0]_(x | 0 < P x) W x y); split=> [y|]; first exact: bigmax_base.
by split=> // y x /= p; rewrite mulr1; apply: (@bigmax_ge _ _ (fun x => 0 < P x) (fun x => W x y)).
Qed.
Definition whole_sum_value W : value R := Total (fun y => Largest (fun x => Ratio (W x y) 1)).
Theorem maxleak_named W t : at_most (whole_sum_value W) t <-> maxleak W <= t.
Proof.
split=> [[M [M0 [h le]]]|le].
  apply: le_trans le; apply: ler_sum => y _; apply/bigmax_le; split=> // x _.
  by have := h y x; rewrite /= mulr1.
exists (fun y => \big[Num.max/0]_x W x y); split=> [y|]; first exact: bigmax_base.
by split=> // y x /=; rewrite mulr1; apply: (@bigmax_ge _ _ xpredT (fun x => W x y)).
Qed.
(* the probability to leak more than t; t >= 1 is what is meant, a leakage being at least 0 *)
Theorem tail_named P W t d : 1 <= t ->
  at_most (Total (fun y => Weighted (out P W y) (Exceeds (Largest (fun x =>
    Where (P x) (Ratio (W x y) (\sum_x P x * W x y)))) t))) d <-> tail P W t <= d.
Proof.
move=> t1; have t0 := le_trans ler01 t1; have below y : at_most (Largest (fun x =>
    Where (P x) (Ratio (W x y) (\sum_x P x * W x y)))) t <-> pml P W y <= t.
  by rewrite -pml_named //= mulr1; split=> [h|[]].
split=> [/(exceeding (out_ge0 P W)) [b [flag off le]]|le]; last first.
  apply: (@exceeded _ _ _ (fun y => (t < pml P W y)%R%:R)) => [|y|y|]; [exact: out_ge0|exact: ler0n| |].
    by move=> b1; apply/below; rewrite leNgt; apply/negP => gt; move: b1; rewrite gt subrr ltxx.
  apply: le_trans le; rewrite /tail [X in _ <= X]big_mkcond /=; apply: ler_sum => y _.
  by case: ifP => _; rewrite ?mul1r ?mul0r.
apply: le_trans le; rewrite /tail big_mkcond /=; apply: ler_sum => y _.
have b0 : 0 <= b y by rewrite -flag -expr2 sqr_ge0.
case: ifP => [gt|_]; last by rewrite mulr_ge0 ?out_ge0.
rewrite -[X in X <= _]mul1r ler_wpmul2r ?out_ge0 // leNgt -subr_gt0; apply/negP => /off /below.
by rewrite leNgt gt.
Qed.

(* every event of some probability, of any channel that splits outcomes *)
Theorem eml_named P W delta t : at_most (Larger (Ratio 1 1) (Largest (fun x =>
    Where (P x) (Event (W x) (out P W) delta)))) t <-> eml_le P W delta t.
Proof.
have turn (f g : Y -> R) : \sum_y f y * g y = \sum_y g y * f y by apply: eq_bigr => y _; rewrite mulrC.
rewrite /= mulr1; split=> -[t1 h]; split=> //.
  move=> a a0 a1 heavy x p0; rewrite turn [X in t * X]turn; apply: h => //.
  by rewrite turn.
move=> x p0 f [f0 f1] heavy; by rewrite turn [X in t * X]turn; apply: h; rewrite // turn.
Qed.
Theorem maxinfo_named P W delta t :
  at_most (@Excess R [finType of X * Y] (fun q => P q.1 * W q.1 q.2) (fun q => P q.1 * out P W q.2) delta) t
  <-> maxinfo_le P W delta t.
Proof.
have turn (f : X * Y -> R) (h : X -> Y -> R) :
    \sum_q f q * h q.1 q.2 = \sum_x \sum_y h x y * f (x, y).
  by rewrite (pair_sum f); apply: eq_bigr => x _; apply: eq_bigr => y _; rewrite mulrC.
split=> h.
  move=> e e0 e1; have := h (fun q => e q.1 q.2) (conj (fun q => e0 q.1 q.2) (fun q => e1 q.1 q.2)).
  rewrite (turn _ (fun x y => P x * W x y)) (turn _ (fun x y => P x * out P W y)).
  by rewrite ler_subl_addr.
move=> f [f0 f1]; rewrite (turn _ (fun x y => P x * W x y)) (turn _ (fun x y => P x * out P W y)).
by rewrite ler_subl_addr; apply: h.
Qed.
(* total variation, as a sum of positive parts *)
Theorem tv_named P W t : at_most (Total (fun x => Total (fun y =>
    Larger (Ratio 0 1) (Ratio (P x * W x y - P x * out P W y) 1)))) t <-> tv P W <= t.
Proof.
pose D x y := P x * W x y - P x * out P W y.
have zero : \sum_x \sum_y D x y = 0.
  rewrite big1 // => x _; rewrite sumrB -!mulr_sumr ch_sum.
  by rewrite (pr_sum (out P W)) subrr.
have part : tv P W = \sum_x \sum_y Num.max 0 (D x y).
  have half x y : Num.max 0 (D x y) = (`|D x y| + D x y) / 2%:R.
    case: (leP 0 (D x y)) => [le|lt]; last by rewrite ltr0_norm // addNr mul0r.
    by rewrite ger0_norm // -mulr2n -[_ *+ 2]mulr_natr mulfK ?pnatr_eq0.
  rewrite /tv; under [RHS]eq_bigr => x _ do under eq_bigr => y _ do rewrite half.
  under [RHS]eq_bigr => x _ do rewrite -mulr_suml big_split /=.
  by rewrite -mulr_suml big_split /= -/D zero addr0.
rewrite part total2_most; split=> [[M [_ [h le]]]|le].
  apply: le_trans le; apply: ler_sum => x _; apply: ler_sum => y _.
  by have /= [] := h x y; rewrite mulr1 => low high; rewrite le_maxl low.
exists (fun x y => Num.max 0 (D x y)); split=> [x y|]; first by rewrite le_maxr lexx.
by split=> // x y /=; rewrite mulr1 !le_maxr !lexx orbT.
Qed.
(* the gain of an adversary, before an outcome and after the worst one *)
Theorem gain_named P (g : X -> Z -> R) t : 0 <= t ->
  at_most (Largest (fun v => Ratio (\sum_x P x * g x v) 1)) t <-> gain P g <= t.
Proof.
move=> t0; rewrite /gain bigmax_le; split=> [h|[_ h] v]; last by rewrite /= mulr1; apply: h.
by split=> // v _; have := h v; rewrite /= mulr1.
Qed.
Theorem gain_after_named P W (g : X -> Z -> R) t : 0 <= t -> (forall x v, 0 <= g x v) ->
  at_most (Largest (fun v => Largest (fun y =>
    Ratio (\sum_x P x * W x y * g x v) (\sum_x P x * W x y)))) t <-> gain_after P W g <= t.
Proof.
move=> t0 g0; rewrite /gain_after quotients_le //.
- by split=> h y v; have := h v y; rewrite subr_ge0.
- by move=> y v; apply: sumr_ge0 => x _; rewrite mulr_ge0 ?joint_ge0.
- by move=> y _; apply: out_ge0.
move=> y v e; rewrite big1 // => x _; have := pr_ge0 P x.
rewrite le_eqVlt => /orP [/eqP <-|p0]; first by rewrite !mul0r.
by rewrite (out_eq0 p0 e) mulr0 mul0r.
Qed.

(* ---- what is positive ---- *)
Lemma pml_max_gt0 P W : 0 < pml_max P W. Proof. exact: lt_le_trans ltr01 (bigmax_base _ _ _). Qed.
Lemma cpml_max_gt0 P W U : 0 < cpml_max P W U.
Proof. exact: lt_le_trans ltr01 (bigmax_base _ _ _). Qed.
Lemma pml_gt0 P W y : 0 < pml P W y. Proof. exact: lt_le_trans ltr01 (bigmax_base _ _ _). Qed.
Lemma maxleak_of_gt0 P W : 0 < maxleak_of P W.
Proof.
have [x p0] := likely P; apply: lt_le_trans ltr01 _; rewrite -(ch_sum W x).
by apply: ler_sum => y _; apply: (@bigmax_ge _ _ (fun x => 0 < P x) (fun x => W x y)).
Qed.
Lemma maxleak_gt0 (x : X) W : 0 < maxleak W.
Proof.
apply: lt_le_trans ltr01 _; rewrite -(ch_sum W x).
by apply: ler_sum => y _; apply: (@bigmax_ge _ _ xpredT (fun x => W x y)).
Qed.
Lemma joint_le P W x y : P x * W x y <= out P W y.
Proof.
rewrite /= /out_ (bigD1 x) //= ler_addl; apply: sumr_ge0 => x' _; exact: joint_ge0.
Qed.
(* ---- a letter of each alphabet ---- *)
Definition some P : X := xchoose (likely P).
Definition row W x : dist R Y := Dist (ch_ge0 W x) (ch_sum W x).
End Named.

(* a database of two entries, of which one is replaced *)
Theorem dp_named (R : realFieldType) (D E Y : finType) (W : chan R [finType of D * E] Y) t :
  at_most (Larger
    (Largest (fun d => Largest (fun e => Largest (fun d' => Largest (fun y => Ratio (W (d, e) y) (W (d', e) y))))))
    (Largest (fun d => Largest (fun e => Largest (fun e' => Largest (fun y => Ratio (W (d, e) y) (W (d, e') y)))))))
    t <-> dp_le W t.
Proof. by []. Qed.
