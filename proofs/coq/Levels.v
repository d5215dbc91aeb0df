(* Level forms: "at most t" for each measure of Pml.v, as polynomial inequalities for all letters
   (pmlsym/lowering/level_form.py). Each is an equivalence; none assumes that a mass is positive. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Pml.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Maxima.
Variable R : realFieldType.
Lemma bigmax_le (I : finType) (A : pred I) (F : I -> R) (b t : R) :
  \big[Num.max/b]_(i | A i) F i <= t <-> b <= t /\ forall i, A i -> F i <= t.
Proof.
rewrite -big_filter; set s := [seq i <- _ | A i].
have sE i : (i \in s) = A i by rewrite mem_filter mem_index_enum andbT.
have -> : \big[Num.max/b]_(i <- s) F i <= t <-> b <= t /\ forall i, i \in s -> F i <= t.
  elim: s {sE} => [|i s ih]; first by rewrite big_nil; split=> [|[]].
  rewrite big_cons le_maxl; split=> [/andP [Fi /ih [bt h]]|[bt h]].
    by split=> // j; rewrite inE => /orP [/eqP ->|/h].
  rewrite h ?mem_head //=; apply/ih; split=> // j js; apply: h; rewrite inE js; exact: orbT.
by split=> -[bt h]; split=> // i; [rewrite -sE|rewrite sE]; apply: h.
Qed.
Lemma bigmax_ge (I : finType) (A : pred I) (F : I -> R) b i : A i ->
  F i <= \big[Num.max/b]_(i | A i) F i.
Proof. by case: ((bigmax_le A F b _).1 (lexx _)) => _; apply. Qed.
Lemma bigmax_base (I : finType) (A : pred I) (F : I -> R) b : b <= \big[Num.max/b]_(i | A i) F i.
Proof. by case: ((bigmax_le A F b _).1 (lexx _)). Qed.
Lemma bigmin_ge (I : finType) (A : pred I) (F : I -> R) (b t : R) :
  t <= \big[Num.min/b]_(i | A i) F i <-> t <= b /\ forall i, A i -> t <= F i.
Proof.
rewrite -big_filter; set s := [seq i <- _ | A i].
have sE i : (i \in s) = A i by rewrite mem_filter mem_index_enum andbT.
have -> : t <= \big[Num.min/b]_(i <- s) F i <-> t <= b /\ forall i, i \in s -> t <= F i.
  elim: s {sE} => [|i s ih]; first by rewrite big_nil; split=> [|[]].
  rewrite big_cons le_minr; split=> [/andP [Fi /ih [bt h]]|[bt h]].
    by split=> // j; rewrite inE => /orP [/eqP ->|/h].
  rewrite h ?mem_head //=; apply/ih; split=> // j js; apply: h; rewrite inE js; exact: orbT.
by split=> -[bt h]; split=> // i; [rewrite -sE|rewrite sE]; apply: h.
Qed.

(* a ratio of which the numerator vanishes where the denominator does *)
Lemma ratio_le (w o t : R) : 0 <= w -> 0 <= o -> (o = 0 -> w = 0) -> 0 <= t ->
  w / o <= t <-> w <= t * o.
Proof.
move=> w0 o0 z t0; move: o0; rewrite le_eqVlt => /orP [/eqP o_0|o1].
  by rewrite -o_0 invr0 (z (esym o_0)) !mulr0 lexx.
by rewrite ler_pdivr_mulr.
Qed.
Lemma times_ge0 (p a : R) : 0 <= p -> 0 <= p * a <-> (0 < p -> 0 <= a).
Proof.
rewrite le_eqVlt => /orP [/eqP <-|p0]; first by rewrite mul0r ltxx lexx.
by rewrite pmulr_rge0 // p0; split=> [//|]; apply.
Qed.
(* a maximum over all letters of ratios whose numerator vanishes with the denominator *)
Lemma quotients_le (I J : finType) (a b : I -> J -> R) t : 0 <= t ->
  (forall i j, 0 <= a i j) -> (forall i j, 0 <= b i j) -> (forall i j, b i j = 0 -> a i j = 0) ->
  \big[Num.max/0]_i \big[Num.max/0]_j (a i j / b i j) <= t <->
  forall i j, 0 <= t * b i j - a i j.
Proof.
move=> t0 a0 b0 z; rewrite bigmax_le; split=> [[_ h] i j|h].
  have /bigmax_le [_ hj] := h i isT.
  by rewrite subr_ge0; apply/ratio_le => //; [apply: z|apply: hj].
split=> // i _; apply/bigmax_le; split=> // j _.
by apply/ratio_le => //; [apply: z|rewrite -subr_ge0].
Qed.
Lemma likely (X : finType) (P : dist R X) : exists x, 0 < P x.
Proof.
apply/existsP; rewrite -[[exists _, _]]negbK negb_exists; apply/negP => /forallP none.
move: (@oner_neq0 R); rewrite -(pr_sum P) big1 ?eqxx // => x _.
by apply/eqP; rewrite eq_le pr_ge0 andbT leNgt none.
Qed.
End Maxima.

Section Levels.
Variables (R : realFieldType) (X Y Z : finType).
Implicit Types (P : dist R X) (W : chan R X Y) (U : chan R [finType of X * Y] Z) (t : R).

Lemma out_eq0 P W x y : 0 < P x -> out P W y = 0 -> W x y = 0.
Proof.
move=> p0 /eqP; rewrite psumr_eq0 => [/allP/(_ x)|x' _]; last by rewrite mulr_ge0 ?pr_ge0 ?ch_ge0.
by rewrite mem_index_enum => /(_ isT) /=; rewrite mulf_eq0 (gt_eqF p0) /= => /eqP.
Qed.
Lemma density_le P W x y t : 0 < P x -> 0 <= t ->
  density P W x y <= t <-> 0 <= t * out P W y - W x y.
Proof.
by move=> p0 t0; rewrite subr_ge0; apply: ratio_le; rewrite ?ch_ge0 ?out_ge0 //; apply: out_eq0.
Qed.

Theorem pml_le P W y t : 0 <= t ->
  pml P W y <= t <-> 1 <= t /\ forall x, 0 <= P x * (t * out P W y - W x y).
Proof.
move=> t0; rewrite bigmax_le; split=> -[t1 h]; split=> // x.
  by apply/times_ge0; [apply: pr_ge0|move=> p0; apply/density_le => //; apply: h].
by move=> p0; apply/density_le => //; apply: (times_ge0 _ (pr_ge0 P x)).1 (h x) p0.
Qed.

(* some outcome leaks at least 0 nats *)
Lemma mean_ge1 P W t : (forall x y, 0 <= P x * (t * out P W y - W x y)) -> 1 <= t.
Proof.
move=> h; have [x p0] := likely P; have : 0 <= \sum_y P x * (t * out P W y - W x y).
  exact: sumr_ge0.
by rewrite -mulr_sumr sumrB -mulr_sumr pr_sum ch_sum mulr1 pmulr_rge0 // subr_ge0.
Qed.
Theorem pml_max_le P W t : 0 <= t ->
  pml_max P W <= t <-> forall x y, 0 <= P x * (t * out P W y - W x y).
Proof.
move=> t0; rewrite bigmax_le; split=> [[_ h] x y|h].
  by have /(pml_le _ _ _ t0) [_] := h y isT; apply.
by have t1 := mean_ge1 h; split=> // y _; apply/pml_le.
Qed.
Lemma pml_le_max P W y : pml P W y <= pml_max P W.
Proof. exact: (@bigmax_ge _ _ xpredT (fun y => pml P W y)). Qed.

(* P(z|y) P(y) = P(y, z) *)
Lemma nextE P W U y z :
  next P W U y z * out P W y = \sum_x P x * W x y * U (x, y) z.
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
Lemma joint_ge0 P W x y : 0 <= P x * W x y.
Proof. by rewrite mulr_ge0 ?pr_ge0 ?ch_ge0. Qed.
Theorem cpml_le P W U y z t : 0 <= t ->
  cpml P W U y z <= t <->
  1 <= t /\ forall x, 0 <= P x * W x y * (t * next P W U y z - U (x, y) z).
Proof.
move=> t0; rewrite bigmax_le; split=> -[t1 h]; split=> // x.
  apply/times_ge0; [apply: joint_ge0|move=> p0; rewrite subr_ge0].
  by apply/ratio_le; rewrite ?ch_ge0 //; [apply: (next_eq0 p0)|apply: h].
move=> p0; apply/ratio_le; rewrite ?ch_ge0 //; first exact: (next_eq0 p0).
by rewrite -subr_ge0; apply: (times_ge0 _ (joint_ge0 P W x y)).1 (h x) p0.
Qed.
Lemma cmean_ge1 P W U t :
  (forall x y z, 0 <= P x * W x y * (t * next P W U y z - U (x, y) z)) -> 1 <= t.
Proof.
move=> h; have [x p0] := likely P; have [y w0] : exists y, 0 < W x y.
  exact: (likely (Dist (ch_ge0 W x) (ch_sum W x))).
have : 0 <= \sum_z P x * W x y * (t * next P W U y z - U (x, y) z) by apply: sumr_ge0.
by rewrite -mulr_sumr sumrB -mulr_sumr !ch_sum mulr1 pmulr_rge0 ?mulr_gt0 // subr_ge0.
Qed.
Theorem cpml_max_le P W U t : 0 <= t ->
  cpml_max P W U <= t <->
  forall x y z, 0 <= P x * W x y * (t * next P W U y z - U (x, y) z).
Proof.
move=> t0; rewrite bigmax_le; split=> [[_ h] x y z|h].
  have /bigmax_le [_ hz] := h y isT; have /(cpml_le _ _ _ _ _ t0) [_] := hz z isT; exact.
have t1 := cmean_ge1 h; split=> // y _; apply/bigmax_le; split=> // z _; exact/cpml_le.
Qed.

(* ---- what can be infinite ---- *)
Theorem costleak_le P W t : 0 <= t ->
  le_ext (costleak P W) t <-> forall x y, 0 <= P x * (t * W x y - out P W y).
Proof.
move=> t0; rewrite /costleak; case: ifP => [/existsP [[x y] /= /and3P [p0 o0 /eqP z]]|/negbT].
  by split=> // /(_ x y); rewrite z mulr0 sub0r pmulr_rge0 // oppr_ge0 leNgt o0.
rewrite negb_exists => /forallP fin.
have z x y : 0 < P x -> W x y = 0 -> out P W y = 0.
  move=> p0 w0; have := fin (x, y); rewrite /= p0 w0 eqxx andbT /= -leNgt => le0.
  by apply/eqP; rewrite eq_le le0 out_ge0.
rewrite /= bigmax_le; split=> [[t1 h] x y|h].
  apply/times_ge0 => [|p0]; first exact: pr_ge0.
  by rewrite subr_ge0; apply/ratio_le; rewrite ?ch_ge0 ?out_ge0 //;
    [apply: z|apply: (h (x, y))].
have pos x y : 0 < P x -> 0 <= t * W x y - out P W y.
  exact: (times_ge0 _ (pr_ge0 P x)).1 (h x y).
split=> [|[x y] /= p0]; last first.
  by apply/ratio_le; rewrite ?ch_ge0 ?out_ge0 //; [apply: z|rewrite -subr_ge0; apply: pos].
have [x p0] := likely P; have : 0 <= \sum_y (t * W x y - out P W y) by apply: sumr_ge0 => y _; exact: pos.
by rewrite sumrB -mulr_sumr pr_sum ch_sum mulr1 subr_ge0.
Qed.

Theorem ldp_le W t (x1 : X) : 0 <= t ->
  le_ext (ldp W) t <-> forall x x' y, 0 <= t * W x' y - W x y.
Proof.
move=> t0; rewrite /ldp; case: ifP => [/existsP [[[x x'] y] /= /andP [/eqP z nz]]|/negbT].
  split=> // /(_ x x' y); rewrite z mulr0 sub0r oppr_ge0 => le0.
  by case/negP: nz; rewrite eq_le le0 ch_ge0.
rewrite negb_exists => /forallP fin.
have z x x' y : W x' y = 0 -> W x y = 0.
  by move=> z; have := fin (x, x', y); rewrite /= z eqxx /= negbK => /eqP.
rewrite /= bigmax_le; split=> [[t1 h] x x' y|h].
  by rewrite subr_ge0; apply/ratio_le; rewrite ?ch_ge0 //; [apply: z|apply: (h (x, x', y))].
split=> [|[[x x'] y] _ /=]; last first.
  by apply/ratio_le; rewrite ?ch_ge0 //; [apply: z|rewrite -subr_ge0; apply: h].
have : 0 <= \sum_y (t * W x1 y - W x1 y) by apply: sumr_ge0.
by rewrite sumrB -mulr_sumr ch_sum mulr1 subr_ge0.
Qed.

Theorem ldp_of_le P W t : 0 <= t ->
  le_ext (ldp_of P W) t <-> forall x x' y, 0 <= P x * P x' * (t * W x' y - W x y).
Proof.
have pp x x' : 0 <= P x * P x' by rewrite mulr_ge0 ?pr_ge0.
have both x x' : 0 < P x * P x' -> 0 < P x /\ 0 < P x'.
  have := pr_ge0 P x; rewrite le_eqVlt => /orP [/eqP <-|p0]; first by rewrite mul0r ltxx.
  by rewrite pmulr_rgt0.
move=> t0; rewrite /ldp_of; case: ifP.
  case/existsP => -[[x x'] y] /= /and4P [p0 p1 /eqP z nz].
  split=> // /(_ x x' y); rewrite z mulr0 sub0r pmulr_rge0 ?mulr_gt0 // oppr_ge0 => le0.
  by case/negP: nz; rewrite eq_le le0 ch_ge0.
move/negbT; rewrite negb_exists => /forallP fin.
have z x x' y : 0 < P x -> 0 < P x' -> W x' y = 0 -> W x y = 0.
  by move=> p0 p1 z; have := fin (x, x', y); rewrite /= p0 p1 z eqxx /= negbK => /eqP.
rewrite /= bigmax_le; split=> [[t1 h] x x' y|h].
  apply/(times_ge0 _ (pp x x')) => /both [p0 p1]; rewrite subr_ge0.
  apply/ratio_le; rewrite ?ch_ge0 //; first exact: z.
  by apply: (h (x, x', y)); rewrite /= p0 p1.
have pos x x' y : 0 < P x -> 0 < P x' -> 0 <= t * W x' y - W x y.
  by move=> p0 p1; apply: (times_ge0 _ (pp x x')).1 (h x x' y) _; rewrite mulr_gt0.
split=> [|[[x x'] y] /= /andP [p0 p1]]; last first.
  by apply/ratio_le; rewrite ?ch_ge0 //; [apply: z|rewrite -subr_ge0; apply: pos].
have [x p0] := likely P; have : 0 <= \sum_y (t * W x y - W x y) by apply: sumr_ge0 => y _; exact: pos.
by rewrite sumrB -mulr_sumr ch_sum mulr1 subr_ge0.
Qed.

Theorem lip_le P W t : 0 <= t ->
  le_ext (lip P W) t <-> forall x y,
    0 <= P x * (t * out P W y - W x y) /\ 0 <= P x * (t * W x y - out P W y).
Proof.
move=> t0; have both : le_ext (lip P W) t <-> pml_max P W <= t /\ le_ext (costleak P W) t.
  rewrite /lip /costleak; case: ifP => [_|no]; first by split=> // -[].
  rewrite /= !bigmax_le; split=> [[t1 h]|[[t1 h] [_ h']]]; [split; split=> // |split=> //].
  - move=> y _; apply/bigmax_le; split=> // x p0.
    by have := h (x, y) p0; rewrite /= le_maxl => /andP [].
  - by move=> [x y] /= p0; have := h (x, y) p0; rewrite /= le_maxl => /andP [].
  - move=> [x y] /= p0; rewrite le_maxl (h' (x, y)) // andbT.
    by have /bigmax_le [_ hx] := h y isT; apply: hx.
rewrite both pml_max_le // costleak_le //; split=> [[h h'] x y|h]; first by split.
by split=> x y; have [] := h x y.
Qed.

Theorem ldi_le P W t : 0 <= t ->
  le_ext (ldi P W) t <-> forall x x' y, 0 <= P x' * (t * (P x' * W x' y) - P x * W x y).
Proof.
move=> t0; rewrite /ldi; case: ifP.
  case/existsP => -[[x x'] y] /= /and4P [p0 p1 /eqP z nz].
  split=> // /(_ x x' y); rewrite z !mulr0 sub0r pmulr_rge0 // oppr_ge0 pmulr_rle0 // => le0.
  by case/negP: nz; rewrite eq_le le0 ch_ge0.
move/negbT; rewrite negb_exists => /forallP fin.
have z x x' y : 0 < P x -> 0 < P x' -> P x' * W x' y = 0 -> P x * W x y = 0.
  move=> p0 p1 /eqP; rewrite mulf_eq0 (gt_eqF p1) /= => z.
  by have := fin (x, x', y); rewrite /= p0 p1 z /= negbK => /eqP ->; rewrite mulr0.
rewrite /= bigmax_le; split=> [[t1 h] x x' y|h].
  apply/(times_ge0 _ (pr_ge0 P x')) => p1; rewrite subr_ge0.
  have := pr_ge0 P x; rewrite le_eqVlt => /orP [/eqP <-|p0].
    by rewrite mul0r mulr_ge0 // joint_ge0.
  apply/ratio_le; rewrite ?joint_ge0 //; first exact: z.
  by apply: (h (x, x', y)); rewrite /= p0 p1.
have pos x x' y : 0 < P x' -> 0 <= t * (P x' * W x' y) - P x * W x y.
  exact: (times_ge0 _ (pr_ge0 P x')).1 (h x x' y).
split=> [|[[x x'] y] /= /andP [p0 p1]]; last first.
  by apply/ratio_le; rewrite ?joint_ge0 //; [apply: z|rewrite -subr_ge0; apply: pos].
have [x p0] := likely P.
have : 0 <= \sum_y (t * (P x * W x y) - P x * W x y) by apply: sumr_ge0 => y _; exact: pos.
by rewrite sumrB -mulr_sumr -mulr_sumr ch_sum mulr1 -{2}[P x]mul1r -mulrBl pmulr_lge0 // subr_ge0.
Qed.

(* ---- what a prior determines ---- *)
Lemma pr_le1 P x : P x <= 1.
Proof. by rewrite -(pr_sum P) (bigD1 x) //= ler_addl; apply: sumr_ge0 => ? _; apply: pr_ge0. Qed.
Theorem pmin_ge P t : t <= pmin P <-> forall x, 0 <= P x * (P x - t).
Proof.
rewrite bigmin_ge; split=> [[_ h] x|h].
  by apply/(times_ge0 _ (pr_ge0 P x)) => p0; rewrite subr_ge0; apply: h.
have pos x : 0 < P x -> t <= P x.
  by move=> p0; rewrite -subr_ge0; apply: (times_ge0 _ (pr_ge0 P x)).1 (h x) p0.
by have [x p0] := likely P; split; [apply: le_trans (pos x p0) (pr_le1 P x)|].
Qed.
Lemma pmin_gt0 P : 0 < pmin P.
Proof.
rewrite /pmin; elim/big_rec: _ => [|x t p0 t0]; first exact: ltr01.
by rewrite lt_minr p0.
Qed.
Lemma pmin_le1 P : pmin P <= 1.
Proof. by case: ((bigmin_ge _ _ _ _).1 (lexx (pmin P))). Qed.
End Levels.
