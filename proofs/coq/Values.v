(* What a measure is: a value, which is a tree of the nodes that pmlsym/language/value.py has, with
   numbers of any ordered field at its leaves. Every measure is the logarithm of one, or one itself.

   What a value is, is said by when it is at most a number, and when it is at least one: a largest
   of many is at most t if each of them is, a sum if there are numbers above its terms with a sum
   of at most t. So infinite values need no numbers of their own: they are at most nothing.
   - n / d is compared as n with t d. Where both are zero it does not count: it is in no largest and
     in no smallest. Where d alone is zero it is infinite.
   - A value that is asked for `Where` w is positive does not count elsewhere.
   - `Exceeds v s` is 1 where v > s and 0 elsewhere, `Weighted w v` is 0 where w is.
   - `Event`: the largest a(part) / a(mass) of an event a, which may be randomised, of mass delta at
     least; `Excess`: the largest (a(part) - delta) / a(mass) of any event.
   - A sum is one of values that are not negative; what does not count adds nothing.

   The rest of the file is what follows for each node, proved once: what a theorem that is written by
   pmlsym/coq needs of its premises, and what it shows. *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Inductive value (R : Type) : Type :=
| Ratio of R & R
| Where of R & value R
| Largest (A : finType) of (A -> value R)
| Smallest (A : finType) of (A -> value R)
| Larger of value R & value R
| Total (A : finType) of (A -> value R)
| Weighted of R & value R
| Exceeds of value R & R
| Event (A : finType) of (A -> R) & (A -> R) & R
| Excess (A : finType) of (A -> R) & (A -> R) & R.

Section Values.
Variable R : realFieldType.
Implicit Types (v : value R) (a b d e g l n s t w : R).

(* an event, which may be randomised *)
Definition event (A : finType) (f : A -> R) : Prop := (forall i, 0 <= f i) /\ (forall i, f i <= 1).

Fixpoint counts v : Prop :=
  match v with
  | Ratio n d => 0 < n \/ 0 < d
  | Where w v => 0 < w /\ counts v
  | Largest _ f | Smallest _ f => exists i, counts (f i)
  | Larger v v' => counts v \/ counts v'
  | _ => True
  end.
Fixpoint at_most v t : Prop :=
  match v with
  | Ratio n d => n <= t * d
  | Where w v => 0 < w -> at_most v t
  | Largest _ f => forall i, at_most (f i) t
  | Smallest _ f => exists i, counts (f i) /\ at_most (f i) t
  | Larger v v' => at_most v t /\ at_most v' t
  | Total A f => exists M : A -> R,
      (forall i, 0 <= M i) /\ (forall i, at_most (f i) (M i)) /\ \sum_i M i <= t
  | Weighted w v => exists m, (0 < w -> at_most v m) /\ w * m <= t
  | Exceeds v s => 1 <= t \/ (0 <= t /\ at_most v s)
  | Event A part mass delta => forall f : A -> R, event f ->
      delta <= \sum_i f i * mass i -> \sum_i f i * part i <= t * (\sum_i f i * mass i)
  | Excess A part mass delta => forall f : A -> R, event f ->
      \sum_i f i * part i - delta <= t * (\sum_i f i * mass i)
  end.
Fixpoint at_least v t : Prop :=
  match v with
  | Ratio n d => t * d <= n
  | Where w v => 0 < w -> at_least v t
  | Largest _ f => exists i, counts (f i) /\ at_least (f i) t
  | Smallest _ f => forall i, at_least (f i) t
  | Larger v v' => (counts v /\ at_least v t) \/ (counts v' /\ at_least v' t)
  | Total A f => exists M : A -> R,
      (forall i, 0 < M i -> counts (f i) /\ at_least (f i) (M i)) /\ t <= \sum_i M i
  | Weighted w v => exists m, (0 < w -> counts v /\ at_least v m) /\ t <= w * m
  | Exceeds v s => t <= 0 \/ (t <= 1 /\ ~ at_most v s)
  | Event A part mass delta => exists f : A -> R,
      [/\ event f, delta <= \sum_i f i * mass i, 0 < \sum_i f i * mass i &
          t * (\sum_i f i * mass i) <= \sum_i f i * part i]
  | Excess A part mass delta => exists f : A -> R,
      [/\ event f, 0 < \sum_i f i * mass i & t * (\sum_i f i * mass i) <= \sum_i f i * part i - delta]
  end.

(* the two do not cross: what a value is at least, it is at most nothing below *)
Fixpoint proper v : Prop :=
  match v with
  | Ratio _ d => 0 <= d
  | Where _ v | Exceeds v _ => proper v
  | Largest _ f | Smallest _ f | Total _ f => forall i, proper (f i)
  | Larger v v' => proper v /\ proper v'
  | Weighted w v => 0 <= w /\ proper v
  | Event _ _ _ _ | Excess _ _ _ _ => True
  end.
Theorem faces_agree v s t : proper v -> counts v -> at_least v s -> at_most v t -> s <= t.
Proof.
elim: v s t => [n d|w v ih|A f ih|A f ih|v ih v' ih'|A f ih|w v ih|v ih l|A p m d|A p m d] s t /=.
- rewrite le_eqVlt => /orP [/eqP <- c _|d0 _ low high]; last by rewrite -(ler_pmul2r d0) (le_trans low).
  by rewrite mulr0 => n0; case: c; rewrite ?ltxx // ltNge n0.
- by move=> pv [w0 c] /(_ w0) low /(_ w0); apply: ih low.
- by move=> pf _ [i [c low]] /(_ i); apply: ih low.
- by move=> pf _ low [i [c]]; apply: ih (low i).
- by case=> pv pv' _ [[c low]|[c low]] [high high']; [apply: ih high|apply: ih' high'].
- move=> pf _ [M [hM low]] [N [N0 [hN high]]]; apply: le_trans low (le_trans _ high).
  apply: ler_sum => i _; case: (lerP (M i) 0) => [neg|/hM [c below]]; first exact: le_trans neg (N0 i).
  by apply: ih (hN i).
- case=> w0 pv _ [m [hm low]] [m' [hm' high]]; apply: le_trans low (le_trans _ high).
  move: w0 hm hm'; rewrite le_eqVlt => /orP [/eqP <-|w0]; first by rewrite !mul0r.
  by move=> /(_ w0) [c below] /(_ w0) above; rewrite ler_pmul2l //; apply: ih above.
- move=> pv _ [s0|[s1 no]] [t1|[t0 yes]].
  + exact: le_trans s0 (le_trans ler01 t1).
  + exact: le_trans s0 t0.
  + exact: le_trans s1 t1.
  + by case: (no yes).
- move=> _ _ [f [e heavy pos low]] /(_ f e heavy) high.
  by rewrite -(ler_pmul2r pos) (le_trans low).
- by move=> _ _ [f [e pos low]] /(_ f e) high; rewrite -(ler_pmul2r pos) (le_trans low).
Qed.

(* ---- ratios, and what they are guarded by ---- *)
Lemma guarded g e : 0 <= g -> (0 < g -> 0 <= e) -> 0 <= g * e.
Proof.
rewrite le_eqVlt => /orP [/eqP <- _|g0 h]; first by rewrite mul0r.
by rewrite mulr_ge0 ?(h g0) ?ltW.
Qed.
Lemma first_factor g w : 0 <= w -> 0 < g * w -> 0 < g.
Proof. by rewrite le_eqVlt => /orP [/eqP <-|w0]; rewrite ?mulr0 ?ltxx // pmulr_lgt0. Qed.
Lemma second_factor g w : 0 <= w -> 0 < g * w -> 0 < w.
Proof. by rewrite le_eqVlt => /orP [/eqP <-|//]; rewrite mulr0 ltxx. Qed.
Lemma whole a : 1 * a = a. Proof. exact: mul1r. Qed.
Lemma quotient a b : 0 < b -> b * (a / b) = a.
Proof. by move=> b0; rewrite mulrC divfK ?gt_eqF. Qed.
(* a level l is a quotient of a and b > 0 *)
Lemma most_true g a b n d l : 0 <= g -> 0 < b -> b * l = a -> (0 < g -> n <= l * d) ->
  0 <= g * (a * d - b * n).
Proof.
move=> g0 b0 <- h; apply: guarded => // /h le.
by rewrite -mulrA -mulrBr mulr_ge0 ?subr_ge0 // ltW.
Qed.
Lemma most_shown g a b n d l : 0 < b -> b * l = a -> 0 <= g * (a * d - b * n) -> 0 < g ->
  n <= l * d.
Proof. by move=> b0 <- + g0; rewrite pmulr_rge0 // -mulrA -mulrBr pmulr_rge0 // subr_ge0. Qed.
Lemma least_true g a b n d l : 0 <= g -> 0 < b -> b * l = a -> (0 < g -> l * d <= n) ->
  0 <= g * (b * n - a * d).
Proof.
move=> g0 b0 <- h; apply: guarded => // /h le.
by rewrite -mulrA -mulrBr mulr_ge0 ?subr_ge0 // ltW.
Qed.
Lemma least_shown g a b n d l : 0 < b -> b * l = a -> 0 <= g * (b * n - a * d) -> 0 < g ->
  l * d <= n.
Proof. by move=> b0 <- + g0; rewrite pmulr_rge0 // -mulrA -mulrBr pmulr_rge0 // subr_ge0. Qed.
Lemma one_most n l : n <= l -> n <= l * 1. Proof. by rewrite mulr1. Qed.
Lemma most_one n l : n <= l * 1 -> n <= l. Proof. by rewrite mulr1. Qed.
Lemma one_least n l : l <= n -> l * 1 <= n. Proof. by rewrite mulr1. Qed.
(* what attains a smallest value is finite *)
Lemma finite_below n d t : 0 <= d -> 0 < n \/ 0 < d -> n <= t * d -> 0 < d.
Proof.
rewrite le_eqVlt => /orP [/eqP <-|//] [n0|//].
by rewrite mulr0 leNgt n0.
Qed.
(* what is between 0 and 1 *)
Lemma between w a b : 0 <= w -> w <= 1 -> 0 < a -> 0 < b -> 0 < w * a + (1 - w) * b.
Proof.
rewrite le_eqVlt => /orP [/eqP <-|w0] w1 a0 b0; first by rewrite mul0r add0r subr0 mul1r.
by apply: ltr_paddr; rewrite ?mulr_gt0 // mulr_ge0 ?subr_ge0 // ltW.
Qed.

(* ---- sums ---- *)
Lemma choose (A : finType) (C : Type) (Q : A -> C -> Prop) :
  (forall i, exists c, Q i c) -> exists f : A -> C, forall i, Q i (f i).
Proof. exact: fin_all_exists. Qed.
Section Sums.
Variables A B : finType.
Lemma total2_most (f : A -> B -> value R) t :
  at_most (Total (fun i => Total (f i))) t <-> exists M : A -> B -> R,
    (forall i j, 0 <= M i j) /\ (forall i j, at_most (f i j) (M i j)) /\ \sum_i \sum_j M i j <= t.
Proof.
split=> /= [[M [M0 [/choose [N h] s]]]|[M [M0 [h s]]]].
  exists N; split=> [i j|]; first by case: (h i).
  split=> [i j|]; first by case: (h i) => _ [].
  by apply: le_trans s; apply: ler_sum => i _; case: (h i) => _ [].
exists (fun i => \sum_j M i j); split=> [i|]; first exact: sumr_ge0.
by split=> // i; exists (M i).
Qed.

(* the sum of largest entries: of weights on letters that attain them *)
Variables (w e : A -> B -> R).
Hypothesis somewhere : forall i, exists j, 0 < w i j.
Hypothesis e0 : forall i j, 0 <= e i j.
Let largest i := Largest (fun j => Where (w i j) (Ratio (e i j) 1)).
Definition selects (c : A -> B -> R) : Prop :=
  (forall i j, 0 <= c i j) /\ forall i, \sum_j w i j * c i j = 1.
(* all weight on one letter *)
Lemma selected (J : A -> B) : (forall i, 0 < w i (J i)) ->
  let c i j := (j == J i)%:R / w i (J i) in
  selects c /\ forall g : A -> B -> R, forall i, \sum_j w i j * c i j * g i j = g i (J i).
Proof.
move=> pos c; have one i (g : B -> R) : \sum_j w i j * c i j * g j = g (J i).
  rewrite (bigD1 (J i)) //= /c eqxx mul1r mulfV ?gt_eqF // mul1r big1 ?addr0 // => j /negbTE ->.
  by rewrite mul0r mulr0 mul0r.
split=> [|g i]; last exact: one.
split=> i => [j|]; first by rewrite divr_ge0 ?ler0n ?ltW.
by rewrite -[RHS](one i (fun=> 1)); apply: eq_bigr => j _; rewrite mulr1.
Qed.
Lemma selection : exists c, selects c /\ forall t, \sum_i \sum_j w i j * c i j * e i j <= t ->
  at_most (Total largest) t.
Proof.
have /choose [J peak] i : exists j, 0 < w i j /\ forall k, 0 < w i k -> e i k <= e i j.
  have [j0 p0] := somewhere i.
  by have [j pj top] := @arg_maxP _ _ _ j0 (fun j => 0 < w i j) (e i) p0; exists j.
have [sel sums] := selected (fun i => (peak i).1); exists (fun i j => (j == J i)%:R / w i (J i)).
split=> // t; under eq_bigr => i _ do rewrite sums; move=> le.
exists (fun i => e i (J i)); split=> [i|]; first exact: e0.
by split=> // i j /= p; rewrite mulr1; case: (peak i) => _; apply.
Qed.
Lemma attained t : at_least (Total largest) t ->
  exists c, selects c /\ t <= \sum_i \sum_j w i j * c i j * e i j.
Proof.
case=> M [h le]; have /choose [J low] i : exists j, 0 < w i j /\ M i <= e i j.
  case: (ltrP 0 (M i)) => [/h [_ [j [[wj _] /(_ wj)]]]|neg].
    by rewrite /= mulr1 => ?; exists j.
  by have [j wj] := somewhere i; exists j; split=> //; apply: le_trans neg (e0 i j).
have [sel sums] := selected (fun i => (low i).1); exists (fun i j => (j == J i)%:R / w i (J i)).
split=> //; under eq_bigr => i _ do rewrite sums.
by apply: le_trans le (ler_sum _ _) => i _; case: (low i).
Qed.
(* the sum of positive parts *)
Lemma positive_parts (f : A -> B -> R) : exists s : A -> B -> R,
  [/\ forall i j, 0 <= s i j, forall i j, s i j <= 1 & forall t, \sum_i \sum_j s i j * f i j <= t ->
    at_most (Total (fun i => Total (fun j => Larger (Ratio 0 1) (Ratio (f i j) 1)))) t].
Proof.
exists (fun i j => (0 <= f i j)%R%:R); split=> [i j|i j|t le]; first exact: ler0n.
  by case: (0 <= f i j)%R; rewrite ?ler01 ?lexx.
apply/total2_most; exists (fun i j => (0 <= f i j)%R%:R * f i j).
split=> [i j|]; first by case: (lerP 0 (f i j)) => ?; rewrite ?mul1r ?mul0r.
by split=> // i j /=; case: (lerP 0 (f i j)) => [?|/ltW ?]; rewrite ?mul1r ?mul0r ?mulr1.
Qed.
End Sums.
(* the same without a condition on the letters *)
Section Plain.
Variables (A B : finType) (e : A -> B -> R).
Hypothesis e0 : forall i j, 0 <= e i j.
Let largest i := Largest (fun j => Ratio (e i j) 1).
Lemma plainly (c : A -> B -> R) : selects (fun _ _ => 1) c ->
  (forall i j, 0 <= c i j) /\ forall i, \sum_j c i j = 1.
Proof. by case=> c0 c1; split=> // i; rewrite -[RHS](c1 i); apply: eq_bigr => j _; rewrite mul1r. Qed.
Lemma plain_sum (c : A -> B -> R) :
  \sum_i \sum_j 1 * c i j * e i j = \sum_i \sum_j c i j * e i j.
Proof. by apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite mul1r. Qed.
Lemma plain_selection (j0 : B) : exists c : A -> B -> R, [/\ forall i j, 0 <= c i j,
  forall i, \sum_j c i j = 1 & forall t, \sum_i \sum_j c i j * e i j <= t -> at_most (Total largest) t].
Proof.
have some (i : A) : exists j : B, 0 < 1 :> R by exists j0; apply: ltr01.
have [c [/plainly [c0 c1] h]] := selection some e0; exists c; split=> // t le.
have [|M [M0 [hM s]]] := h t; first by rewrite plain_sum.
by exists M; split=> //; split=> // i j; apply: (hM i j); apply: ltr01.
Qed.
End Plain.
(* where a distribution has mass, and a further one after it *)
Lemma somewhere1 (A : finType) (f : A -> R) : \sum_i f i = 1 -> exists i, 0 < f i.
Proof.
move=> s; apply/existsP; rewrite -[[exists _, _]]negbK negb_exists; apply/negP => /forallP none.
have : 0 <= \sum_i - f i by apply: sumr_ge0 => i _; rewrite oppr_ge0 leNgt none.
by rewrite sumrN s oppr_ge0 ler10.
Qed.

(* ---- tails: an indicator b of where the value exceeds ---- *)
Section Tail.
Variable A : finType.
Lemma exceeding (w : A -> R) (v : A -> value R) s t : (forall i, 0 <= w i) ->
  at_most (Total (fun i => Weighted (w i) (Exceeds (v i) s))) t ->
  exists b : A -> R, [/\ forall i, b i * b i = b i, forall i, 0 < 1 - b i -> at_most (v i) s &
    \sum_i b i * w i <= t].
Proof.
move=> w0 [M [M0 [h le]]].
have /choose [b hb] i : exists b, [/\ b * b = b, 0 < 1 - b -> at_most (v i) s & b * w i <= M i].
  have := w0 i; rewrite le_eqVlt => /orP [/eqP e|wp].
    by exists 1; rewrite mul1r subrr ltxx -e mulr0; split.
  have [m [/(_ wp) [m1|[m0 vm]] lm]] := h i.
    exists 1; rewrite !mul1r subrr ltxx; split=> //; apply: le_trans lm.
    by rewrite ler_pmulr.
  by exists 0; rewrite !mul0r; split.
exists b; split=> [i|i|]; [by case: (hb i)|by case: (hb i)|].
by apply: le_trans le; apply: ler_sum => i _; case: (hb i).
Qed.
(* weights that are one where the value exceeds *)
Lemma exceeded (w b : A -> R) (v : A -> value R) s t : (forall i, 0 <= w i) -> (forall i, 0 <= b i) ->
  (forall i, 0 < 1 - b i -> at_most (v i) s) -> \sum_i b i * w i <= t ->
  at_most (Total (fun i => Weighted (w i) (Exceeds (v i) s))) t.
Proof.
move=> w0 b0 off le; exists (fun i => b i * w i); split=> [i|]; first exact: mulr_ge0.
split=> // i; exists (b i); split=> [_|]; last by rewrite mulrC.
case: (lerP 1 (b i)) => [?|b1]; [by left|right; split=> //; apply: off; by rewrite subr_gt0].
Qed.
End Tail.
Section Tails.
Variables A B : finType.
Lemma exceeding2 (w : A -> B -> R) (v : A -> B -> value R) s t : (forall i j, 0 <= w i j) ->
  at_most (Total (fun i => Total (fun j => Weighted (w i j) (Exceeds (v i j) s)))) t ->
  exists b : A -> B -> R, [/\ forall i j, b i j * b i j = b i j,
    forall i j, 0 < 1 - b i j -> at_most (v i j) s & \sum_i \sum_j b i j * w i j <= t].
Proof.
move=> w0 [M [M0 [h le]]]; have [b hb] := choose (fun i => @exceeding B (w i) (v i) s (M i) (w0 i) (h i)).
exists b; split=> [i|i|]; [by case: (hb i)|by case: (hb i)|].
by apply: le_trans le; apply: ler_sum => i _; case: (hb i).
Qed.
(* given a first letter that counts *)
Lemma exceeding_given (g : A -> R) (w : A -> B -> R) (v : A -> B -> value R) s t :
  (forall i j, 0 <= w i j) ->
  at_most (Largest (fun i => Where (g i) (Total (fun j => Weighted (w i j) (Exceeds (v i j) s))))) t ->
  exists b : A -> B -> R, [/\ forall i j, b i j * b i j = b i j,
    forall i j, 0 < 1 - b i j -> at_most (v i j) s & forall i, 0 < g i -> \sum_j b i j * w i j <= t].
Proof.
move=> w0 h; have /choose [b hb] i : exists b : B -> R, [/\ forall j, b j * b j = b j,
    forall j, 0 < 1 - b j -> at_most (v i j) s & 0 < g i -> \sum_j b j * w i j <= t].
  case: (ltrP 0 (g i)) => [/(h i)|no]; first by case/(@exceeding B (w i) (v i) s t (w0 i)) => b [b1 b2 b3]; exists b.
  by exists (fun=> 1); split=> [j|j|]; rewrite ?mul1r ?subrr ?ltxx // ltNge no.
by exists b; split=> i; case: (hb i).
Qed.
Lemma exceeded2 (w b : A -> B -> R) (v : A -> B -> value R) s t : (forall i j, 0 <= w i j) ->
  (forall i j, 0 <= b i j) -> (forall i j, 0 < 1 - b i j -> at_most (v i j) s) ->
  \sum_i \sum_j b i j * w i j <= t ->
  at_most (Total (fun i => Total (fun j => Weighted (w i j) (Exceeds (v i j) s)))) t.
Proof.
move=> w0 b0 off le; exists (fun i => \sum_j b i j * w i j).
split=> [i|]; first by apply: sumr_ge0 => j _; apply: mulr_ge0.
by split=> // i; exact: (@exceeded B (w i) (b i) (v i) s _ (w0 i) (b0 i) (off i) (lexx _)).
Qed.
End Tails.

(* ---- events over pairs of letters, with a tensor of both ---- *)
Section Events.
Variables (A B : finType) (part mass : A -> B -> R) (delta : R).
Lemma pair_sum (f : A * B -> R) (h : A -> B -> R) :
  \sum_q f q * h q.1 q.2 = \sum_i \sum_j f (i, j) * h i j.
Proof. by rewrite pair_bigA; apply: eq_bigr => -[]. Qed.
Lemma event2 t : (forall f : A -> B -> R, (forall i j, 0 <= f i j) -> (forall i j, f i j <= 1) ->
    delta <= \sum_i \sum_j f i j * mass i j ->
    \sum_i \sum_j f i j * part i j <= t * (\sum_i \sum_j f i j * mass i j)) ->
  at_most (@Event R [finType of A * B] (fun q => part q.1 q.2) (fun q => mass q.1 q.2) delta) t.
Proof. by move=> h f [f0 f1]; rewrite !pair_sum; apply: (h (fun i j => f (i, j))). Qed.
Lemma excess2 t : (forall f : A -> B -> R, (forall i j, 0 <= f i j) -> (forall i j, f i j <= 1) ->
    \sum_i \sum_j f i j * part i j - delta <= t * (\sum_i \sum_j f i j * mass i j)) ->
  at_most (@Excess R [finType of A * B] (fun q => part q.1 q.2) (fun q => mass q.1 q.2) delta) t.
Proof. by move=> h f [f0 f1]; rewrite !pair_sum; apply: (h (fun i j => f (i, j))). Qed.
End Events.
End Values.
Arguments quotient {R a b} &.
