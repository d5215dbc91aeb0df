(* What the form of a value says of it, a rule for each node, as pmlsym/language/value_facts.py and
   proofs/verify.py have them: numbers that it is never below or above, that it is above zero, that it
   is finite. `never_below v c` speaks of a value that counts: of nothing there is no largest.

   A level is the number that stands for a measure. `level_low`, `level_high` and `level_positive` say
   that what is known of the value holds of a number that it is at most, or at least. At the end is what
   the rules give of the levels of exported theorems, which therefore do not assume it. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Values.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Facts.
Variable R : realFieldType.
Implicit Types (v : value R) (c d m n t w : R).

Definition never_below v c : Prop := counts v -> forall t, at_most v t -> c <= t.
Definition never_above v c : Prop := at_most v c.
Definition above_zero v : Prop := counts v -> forall t, at_most v t -> 0 < t.
Definition finite v : Prop := exists t, at_most v t.

(* what is at most a number is at most those above it, if masses are not negative *)
Fixpoint ordered v : Prop :=
  match v with
  | Ratio _ d => 0 <= d
  | Where _ v | Exceeds v _ => ordered v
  | Largest _ f | Smallest _ f | Total _ f => forall i, ordered (f i)
  | Larger v v' => ordered v /\ ordered v'
  | Weighted w v => ordered v
  | Event A _ mass _ | Excess A _ mass _ => forall i, 0 <= mass i
  end.
Lemma heavier (A : finType) (f mass : A -> R) c t : event f -> (forall i, 0 <= mass i) -> c <= t ->
  c * (\sum_i f i * mass i) <= t * (\sum_i f i * mass i).
Proof.
move=> [f0 _] m0 le; apply: ler_wpmul2r le; apply: sumr_ge0 => i _; exact: mulr_ge0.
Qed.
Lemma at_most_above v c t : ordered v -> c <= t -> at_most v c -> at_most v t.
Proof.
elim: v c t => [n d|w v ih|A f ih|A f ih|v ih v' ih'|A f ih|w v ih|v ih l|A p m d|A p m d] c t /=.
- by move=> d0 le; move/le_trans; apply; apply: ler_wpmul2r.
- by move=> o le h w0; apply: ih o le (h w0).
- by move=> o le h i; apply: ih (o i) le (h i).
- by move=> o le [i [k h]]; exists i; split=> //; apply: ih (o i) le h.
- by case=> o o' le [h h']; split; [apply: ih o le h|apply: ih' o' le h'].
- by move=> o le [M [M0 [h s]]]; exists M; split=> //; split=> //; apply: le_trans s le.
- by move=> o le [m [h s]]; exists m; split=> //; apply: le_trans s le.
- move=> o le [c1|[c0 h]]; [left|right; split=> //]; apply: le_trans le => //.
- by move=> m0 le h f e heavy; apply: le_trans (h f e heavy) _; apply: heavier.
- by move=> m0 le h f e; apply: le_trans (h f e) _; apply: heavier.
Qed.

(* ---- what is known of a value holds of a level ---- *)
Theorem level_low v c m : never_below v c -> counts v -> at_most v m -> c <= m.
Proof. by move=> h k; apply: h. Qed.
Theorem level_high v c m : proper v -> counts v -> never_above v c -> at_least v m -> m <= c.
Proof. by move=> p k high low; apply: faces_agree p k low high. Qed.
Theorem level_positive v m : above_zero v -> counts v -> at_most v m -> 0 < m.
Proof. by move=> h k; apply: h. Qed.
Theorem positive_low v c : 0 < c -> never_below v c -> above_zero v.
Proof. by move=> c0 h k t le; apply: lt_le_trans c0 (h k t le). Qed.

(* ---- ratios ---- *)
Theorem ratio_low n d c : 0 <= d -> c * d <= n -> never_below (Ratio n d) c.
Proof.
rewrite /never_below /= le_eqVlt => /orP [/eqP <- _ [n0|]|d0 low _ t high]; last first.
- by rewrite -(ler_pmul2r d0) (le_trans low).
- by rewrite ltxx.
by move=> t; rewrite mulr0 leNgt n0.
Qed.
Theorem ratio_high n d c : n <= c * d -> never_above (Ratio n d) c.
Proof. by []. Qed.
Theorem ratio_positive n d : 0 <= d -> 0 < n -> above_zero (Ratio n d).
Proof.
move=> d0 n0 _ t /= le; rewrite ltNge; apply/negP => t0.
by have := lt_le_trans n0 le; rewrite ltNge mulr_le0_ge0.
Qed.
(* where the numerator carries no mass that the denominator lacks *)
Theorem ratio_finite n d : 0 <= d -> (0 < n -> 0 < d) -> finite (Ratio n d).
Proof.
rewrite le_eqVlt => /orP [/eqP <- h|d0 _]; last by exists (n / d); rewrite /= divfK ?gt_eqF.
by exists 0; rewrite /= mulr0 leNgt; apply/negP => /h; rewrite ltxx.
Qed.

(* ---- guards ---- *)
Theorem where_low w v c : (0 < w -> never_below v c) -> never_below (Where w v) c.
Proof. by move=> h [w0 k] t /(_ w0); apply: h. Qed.
Theorem where_high w v c : (0 < w -> never_above v c) -> never_above (Where w v) c.
Proof. by []. Qed.
Theorem where_positive w v : (0 < w -> above_zero v) -> above_zero (Where w v).
Proof. by move=> h [w0 k] t /(_ w0); apply: h. Qed.
Theorem where_finite w v : (0 < w -> finite v) -> finite (Where w v).
Proof.
move=> h; case: (ltrP 0 w) => [/h [t le]|w0]; first by exists t.
by exists 0 => /=; rewrite ltNge w0.
Qed.

(* ---- extremes over letters ---- *)
Section Extremes.
Variables (A : finType) (f : A -> value R).
Theorem largest_low c : (forall i, never_below (f i) c) -> never_below (Largest f) c.
Proof. by move=> h [i k] t /(_ i); apply: h. Qed.
(* a letter that counts, with a bound there *)
Theorem largest_low_at i c : counts (f i) -> never_below (f i) c -> never_below (Largest f) c.
Proof. by move=> k h _ t /(_ i); apply: h. Qed.
Theorem largest_high c : (forall i, never_above (f i) c) -> never_above (Largest f) c.
Proof. by []. Qed.
Theorem largest_positive : (forall i, above_zero (f i)) -> above_zero (Largest f).
Proof. by move=> h [i k] t /(_ i); apply: h. Qed.
Theorem largest_positive_at i : counts (f i) -> above_zero (f i) -> above_zero (Largest f).
Proof. by move=> k h _ t /(_ i); apply: h. Qed.
Theorem smallest_low c : (forall i, never_below (f i) c) -> never_below (Smallest f) c.
Proof. by move=> h _ t [i [k le]]; apply: h k t le. Qed.
Theorem smallest_high_at i c : counts (f i) -> never_above (f i) c -> never_above (Smallest f) c.
Proof. by move=> k le; exists i. Qed.
Theorem smallest_positive : (forall i, above_zero (f i)) -> above_zero (Smallest f).
Proof. by move=> h _ t [i [k le]]; apply: h k t le. Qed.
Theorem smallest_finite_at i : counts (f i) -> finite (f i) -> finite (Smallest f).
Proof. by move=> k [t le]; exists t; exists i. Qed.
Lemma all_finite : (forall i, ordered (f i)) -> (forall i, finite (f i)) ->
  exists2 t, 0 <= t & forall i, at_most (f i) t.
Proof.
move=> o /choose [m le]; exists (\sum_i `|m i|); first exact: sumr_ge0.
move=> i; apply: at_most_above (o i) _ (le i); rewrite (bigD1 i) //=.
by apply: le_trans (ler_norm _) _; rewrite ler_addl; apply: sumr_ge0.
Qed.
Theorem largest_finite : (forall i, ordered (f i)) -> (forall i, finite (f i)) -> finite (Largest f).
Proof. by move=> o h; have [t _ le] := all_finite o h; exists t. Qed.
End Extremes.

(* sums of weighted numerators and denominators agree: some ratio is 1, or there are two around it *)
Section Means.
Variables (A : finType) (w n d : A -> R).
Hypotheses (w0 : forall i, 0 <= w i) (n0 : forall i, 0 <= n i) (d0 : forall i, 0 <= d i).
Let ratio i := Where (w i) (Ratio (n i) (d i)).
Theorem largest_mean : \sum_i w i * d i <= \sum_i w i * n i -> never_below (Largest ratio) 1.
Proof.
move=> le [i [wi k]] t high; rewrite leNgt; apply/negP => t1; move: le; rewrite leNgt => /negP; apply.
have below j : w j * n j <= w j * d j.
  have := w0 j; rewrite le_eqVlt => /orP [/eqP <-|wj]; first by rewrite !mul0r.
  by rewrite ler_pmul2l // (le_trans (high j wj)) // ler_pimull // ltW.
rewrite (bigD1 i) //= [X in _ < X](bigD1 i) //=; apply: ltr_le_add; last by apply: ler_sum.
rewrite ltr_pmul2l //; have := d0 i; rewrite le_eqVlt => /orP [/eqP e|di].
  by have := high i wi; move: k; rewrite /= -e mulr0 ltxx => -[ni|//]; rewrite leNgt ni.
by apply: le_lt_trans (high i wi) _; rewrite gtr_pmull.
Qed.
Theorem smallest_mean : (exists i, counts (ratio i)) -> \sum_i w i * n i <= \sum_i w i * d i ->
  never_above (Smallest ratio) 1.
Proof.
move=> [i [wi k]] le; case/boolP: [exists j, [&& 0 < w j, 0 < d j & n j <= d j]] => [/existsP [j]|].
  case/and3P=> wj dj nj; exists j; split; first by split=> //; right.
  by move=> _; rewrite /= mul1r.
move/existsPn => none; have above j : w j * d j <= w j * n j.
  have := w0 j; rewrite le_eqVlt => /orP [/eqP <-|wj]; first by rewrite !mul0r.
  rewrite ler_pmul2l //; have := d0 j; rewrite le_eqVlt => /orP [/eqP <-//|dj].
  by have := none j; rewrite wj dj /= -ltNge => /ltW.
move: le; rewrite leNgt => /negP [].
rewrite (bigD1 i) //= [X in _ < X](bigD1 i) //=; apply: ltr_le_add; last by apply: ler_sum.
rewrite ltr_pmul2l //; have := d0 i; rewrite le_eqVlt => /orP [/eqP e|di].
  by move: k; rewrite /= -e ltxx => -[].
by have := none i; rewrite wi di /= -ltNge.
Qed.
(* if it counts at all, and no numerator is above all weighted denominators together *)
Theorem smallest_finite : counts (Smallest ratio) -> (forall i, n i <= \sum_j w j * d j) ->
  finite (Smallest ratio).
Proof.
move=> [i [wi k]] le; case/boolP: [exists j, (0 < w j) && (0 < d j)] => [/existsP [j]|].
  case/andP=> wj dj; exists (n j / d j), j; split; first by split=> //; right.
  by move=> _; rewrite /= divfK ?gt_eqF.
move/existsPn => none; have z j : w j * d j = 0.
  have := none j; rewrite negb_and -!leNgt => /orP [wj|dj].
    by have /eqP -> : w j == 0 by [rewrite eq_le wj w0]; rewrite mul0r.
  by have /eqP -> : d j == 0 by [rewrite eq_le dj d0]; rewrite mulr0.
move: k (le i); rewrite big1 // => -[ni|di]; first by rewrite leNgt ni.
by have := none i; rewrite wi di.
Qed.
End Means.
(* letters that only the numerator has become letters that only the denominator has *)
Theorem largest_coincide (A : finType) (d : A -> R) : (forall i, 0 <= d i) ->
  never_below (Largest (fun i => Largest (fun j => Ratio (d i) (d j)))) 1.
Proof.
move=> d0 [i [j k]] t le; have := d0 j; rewrite le_eqVlt => /orP [/eqP e|dj].
  by have := le i j; move: k; rewrite /= -e mulr0 ltxx => -[ni|//]; rewrite leNgt ni.
by have := le j j; rewrite /= -[X in X <= _]mul1r ler_pmul2r.
Qed.

(* ---- the larger of two ---- *)
Section Two.
Variables v v' : value R.
Theorem larger_low c : never_below v c -> never_below v' c -> never_below (Larger v v') c.
Proof. by move=> h h' [k|k] t [le le']; [apply: h k t le|apply: h' k t le']. Qed.
Theorem larger_low_left c : counts v -> never_below v c -> never_below (Larger v v') c.
Proof. by move=> k h _ t [le _]; apply: h k t le. Qed.
Theorem larger_low_right c : counts v' -> never_below v' c -> never_below (Larger v v') c.
Proof. by move=> k h _ t [_ le]; apply: h k t le. Qed.
Theorem larger_high c : never_above v c -> never_above v' c -> never_above (Larger v v') c.
Proof. by []. Qed.
Theorem larger_positive : above_zero v -> above_zero v' -> above_zero (Larger v v').
Proof. by move=> h h' [k|k] t [le le']; [apply: h k t le|apply: h' k t le']. Qed.
Theorem larger_positive_left : counts v -> above_zero v -> above_zero (Larger v v').
Proof. by move=> k h _ t [le _]; apply: h k t le. Qed.
Theorem larger_positive_right : counts v' -> above_zero v' -> above_zero (Larger v v').
Proof. by move=> k h _ t [_ le]; apply: h k t le. Qed.
Theorem larger_finite : ordered v -> ordered v' -> finite v -> finite v' -> finite (Larger v v').
Proof.
move=> o o' [t le] [t' le']; exists (Num.max t t').
by split; [apply: at_most_above o _ le|apply: at_most_above o' _ le']; rewrite le_maxr lexx ?orbT.
Qed.
End Two.

(* ---- sums ---- *)
Section Totals.
Variables (A : finType) (f : A -> value R).
Theorem total_nonnegative : never_below (Total f) 0.
Proof. by move=> _ t [M [M0 [_ s]]]; apply: le_trans s; apply: sumr_ge0. Qed.
Theorem total_low (c : A -> R) : (forall i, counts (f i)) -> (forall i, never_below (f i) (c i)) ->
  never_below (Total f) (\sum_i c i).
Proof.
move=> k h _ t [M [_ [le s]]]; apply: le_trans s; apply: ler_sum => i _; exact: h (k i) _ (le i).
Qed.
Theorem total_high (c : A -> R) : (forall i, 0 <= c i) -> (forall i, never_above (f i) (c i)) ->
  never_above (Total f) (\sum_i c i).
Proof. by move=> c0 h; exists c. Qed.
Theorem total_positive i : counts (f i) -> above_zero (f i) -> above_zero (Total f).
Proof.
move=> k h _ t [M [M0 [le s]]]; apply: lt_le_trans s; rewrite (bigD1 i) //=.
by apply: ltr_paddr; [apply: sumr_ge0 => *; apply: M0|apply: h k _ (le i)].
Qed.
Theorem total_finite : (forall i, ordered (f i)) -> (forall i, finite (f i)) -> finite (Total f).
Proof.
move=> o h; have [t t0 le] := all_finite o h; exists (\sum_(i : A) t).
by exists (fun=> t); split.
Qed.
End Totals.

(* ---- weights, and where a value exceeds ---- *)
Theorem weighted_low w v c : 0 <= w -> (0 < w -> counts v) -> (0 < w -> never_below v c) ->
  never_below (Weighted w v) (w * c).
Proof.
rewrite le_eqVlt => /orP [/eqP <- _ _ _ t [m [_]]|w0 k h _ t [m [le s]]]; first by rewrite !mul0r.
by apply: le_trans s; rewrite ler_pmul2l //; apply: h w0 (k w0) m (le w0).
Qed.
Theorem weighted_high w v c : (0 < w -> never_above v c) -> never_above (Weighted w v) (w * c).
Proof. by move=> h; exists c. Qed.
Theorem weighted_positive w v : 0 < w -> counts v -> above_zero v -> above_zero (Weighted w v).
Proof.
by move=> w0 k h _ t [m [le s]]; apply: lt_le_trans s; apply: mulr_gt0 (h k m (le w0)).
Qed.
Theorem weighted_finite w v : (0 < w -> finite v) -> finite (Weighted w v).
Proof.
move=> h; case: (ltrP 0 w) => [/h [t le]|w0]; first by exists (w * t), t.
by exists (w * 0), 0; split=> // /lt_geF; rewrite w0.
Qed.
Theorem exceeds_low v s : never_below (Exceeds v s) 0.
Proof. by move=> _ t [t1|[]//]; apply: le_trans ler01 t1. Qed.
Theorem exceeds_mass n : n <= 1 -> never_below (Exceeds (Ratio n 1) 0) n.
Proof.
move=> n1 _ t [t1|[t0 /=]]; first exact: le_trans n1 t1.
by rewrite mul0r => n0; apply: le_trans n0 t0.
Qed.
Theorem exceeds_high v s : never_above (Exceeds v s) 1.
Proof. by left. Qed.
Theorem exceeds_finite v s : finite (Exceeds v s).
Proof. by exists 1; left. Qed.

(* ---- events ---- *)
Section Events.
Variables (A : finType) (part mass : A -> R) (delta : R).
Lemma every_letter : event (fun _ : A => 1 : R).
Proof. by split=> i; rewrite ?ler01. Qed.
Lemma every_sum (g : A -> R) : \sum_i 1 * g i = \sum_i g i.
Proof. by apply: eq_bigr => i _; rewrite mul1r. Qed.
Lemma dominated c (f : A -> R) : event f -> (forall i, part i <= c * mass i) ->
  \sum_i f i * part i <= c * (\sum_i f i * mass i).
Proof.
move=> [f0 _] le; rewrite mulr_sumr; apply: ler_sum => i _.
by rewrite mulrCA; apply: ler_wpmul2l.
Qed.
(* what all letters give, if they are an event that is asked for *)
Theorem event_low c : delta <= \sum_i mass i -> 0 < \sum_i mass i ->
  c * (\sum_i mass i) <= \sum_i part i -> never_below (Event part mass delta) c.
Proof.
move=> heavy pos low _ t /(_ _ every_letter); rewrite !every_sum => /(_ heavy) high.
by rewrite -(ler_pmul2r pos) (le_trans low).
Qed.
Theorem event_high c : (forall i, part i <= c * mass i) -> never_above (Event part mass delta) c.
Proof. by move=> le f e _; apply: dominated. Qed.
Theorem excess_low c : 0 < \sum_i mass i -> c * (\sum_i mass i) <= \sum_i part i - delta ->
  never_below (Excess part mass delta) c.
Proof.
move=> pos low _ t /(_ _ every_letter); rewrite !every_sum => high.
by rewrite -(ler_pmul2r pos) (le_trans low).
Qed.
Theorem excess_high c : 0 <= delta -> (forall i, part i <= c * mass i) ->
  never_above (Excess part mass delta) c.
Proof.
move=> d0 le f e; apply: le_trans (dominated e le).
by rewrite ler_subl_addr ler_addl.
Qed.
(* finite where a letter without mass has no part *)
Lemma carried : (forall i, 0 <= mass i) -> (forall i, 0 < part i -> 0 < mass i) ->
  exists c, forall i, part i <= c * mass i.
Proof.
move=> m0 h; have fin i : finite (Ratio (part i) (mass i)) by apply: ratio_finite (m0 i) (h i).
have [c _ le] := @all_finite A (fun i => Ratio (part i) (mass i)) m0 fin.
by exists c.
Qed.
Theorem event_finite : (forall i, 0 <= mass i) -> (forall i, 0 < part i -> 0 < mass i) ->
  finite (Event part mass delta).
Proof. by move=> m0 h; have [c le] := carried m0 h; exists c; apply: event_high. Qed.
Theorem excess_finite : 0 <= delta -> (forall i, 0 <= mass i) -> (forall i, 0 < part i -> 0 < mass i) ->
  finite (Excess part mass delta).
Proof. by move=> d0 m0 h; have [c le] := carried m0 h; exists c; apply: excess_high. Qed.
End Events.

(* ---- the levels of exported theorems (pmlsym/coq/known.py) ---- *)
Section Levels.
Variables (A : finType) (m : R).
Theorem known_total (f : A -> value R) : at_most (Total f) m -> 0 <= m.
Proof. exact: (level_low (@total_nonnegative _ f) I). Qed.
Theorem known_part (f : A -> value R) i : at_most (Total f) m -> exists2 t, at_most (f i) t & t <= m.
Proof.
move=> [M [M0 [le s]]]; exists (M i); first exact: le.
by apply: le_trans s; rewrite (bigD1 i) //= ler_addl; apply: sumr_ge0 => j _; apply: M0.
Qed.
Theorem known_ratio n d : 0 <= d -> 0 < n -> at_most (Ratio n d) m -> 0 < m.
Proof. by move=> d0 n0; apply: level_positive (ratio_positive d0 n0) _; left. Qed.
Theorem known_size (x : A) : at_most (Ratio #|A|%:R 1) m -> 1 <= m.
Proof.
have some : 1 <= #|A|%:R :> R by rewrite -[1]/(1%:R) ler_nat; apply/card_gt0P; exists x.
apply: level_low; last by left; apply: lt_le_trans ltr01 some.
by apply: ratio_low; rewrite ?ler01 ?mulr1.
Qed.
(* the smallest entry of a distribution, of those that are positive *)
Variable p : A -> R.
Let smallest := Smallest (fun x => Where (p x) (Ratio (p x) 1)).
Theorem known_share_above : at_most smallest m -> 0 < m.
Proof.
move=> h; apply: (level_positive _ _ h); last by case: h => x [k _]; exists x.
by apply: smallest_positive => x; apply: where_positive => px; apply: ratio_positive; rewrite ?ler01.
Qed.
Theorem known_share_below : (forall x, 0 <= p x) -> \sum_x p x = 1 -> at_least smallest m -> m <= 1.
Proof.
move=> p0 one; have [x px] := somewhere1 one.
have k : counts (Where (p x) (Ratio (p x) 1)) by split=> //; left.
apply: level_high; [by move=> y /=; apply: ler01|by exists x|apply: smallest_high_at k _].
apply: where_high => _; apply: ratio_high; rewrite mul1r -one (bigD1 x) //= ler_addl.
by apply: sumr_ge0 => y _; apply: p0.
Qed.
End Levels.
End Facts.
