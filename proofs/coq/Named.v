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
