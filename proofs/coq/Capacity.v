(* Leakage capacity [RDP, Def. 2.7], the supremum of the leakage over all priors of full support, is the
   level of local differential privacy [RDP, Thm. 2.8]: a bound on the one is a bound on the other. What
   the claim language calls capacity(W) is therefore written as `ldp W`. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Pml Levels.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Capacity.
Variables (R : realFieldType) (X Y : finType) (W : chan R X Y).

(* nearly all mass on one letter, the rest spread evenly *)
Section Near.
Variables (x : X) (l : R) (l0 : 0 < l) (l1 : l <= 1).
Definition near_ (z : X) : R := (1 - l) * (z == x)%:R + l / #|X|%:R.
Lemma letters_gt0 : 0 < #|X|%:R :> R.
Proof. by rewrite ltr0n; apply/card_gt0P; exists x. Qed.
Lemma near_gt0 z : 0 < near_ z.
Proof.
apply: ltr_paddl; last by rewrite divr_gt0 ?letters_gt0.
by rewrite mulr_ge0 ?ler0n // subr_ge0.
Qed.
Lemma near_sum : \sum_z near_ z = 1.
Proof.
rewrite big_split /= -mulr_sumr (bigD1 x) //= eqxx big1 => [|z /negbTE ->] //.
by rewrite addr0 mulr1 sumr_const -[(_ / _) *+ _]mulr_natr divfK ?gt_eqF ?letters_gt0 // subrK.
Qed.
Definition near : dist R X := Dist (fun z => ltW (near_gt0 z)) near_sum.
Lemma out_near y : out near W y <= W x y + l.
Proof.
have mean : \sum_z l / #|X|%:R * W z y <= l.
  apply: (@le_trans _ _ (\sum_(z : X) l / #|X|%:R)).
    apply: ler_sum => z _; apply: ler_pimulr; first by rewrite ltW // divr_gt0 ?letters_gt0.
    by rewrite -(ch_sum W z) (bigD1 y) //= ler_addl; apply: sumr_ge0 => ? _; apply: ch_ge0.
  by rewrite sumr_const -[(_ / _) *+ _]mulr_natr divfK ?gt_eqF ?letters_gt0.
rewrite /= /out_; under eq_bigr do rewrite /= /near_ mulrDl.
rewrite big_split /=; apply: ler_add mean.
rewrite (bigD1 x) //= eqxx mulr1 big1 => [|z /negbTE ->]; last by rewrite mulr0 mul0r.
by rewrite addr0; apply: ler_pimull; rewrite ?ch_ge0 // ler_subl_addr ler_addl ltW.
Qed.
End Near.

Theorem capacity_le (x1 : X) t :
  (forall P : dist R X, (forall x, 0 < P x) -> pml_max P W <= t) <-> le_ext (ldp W) t.
Proof.
split=> [h|h P full]; last first.
  have t0 : 0 <= t.
    move: h; rewrite /ldp; case: ifP => //= _; apply: le_trans; exact: le_trans ler01 (bigmax_base _ _ _).
  apply/pml_max_le => // x y; rewrite mulr_ge0 ?pr_ge0 // subr_ge0.
  have /(ldp_le _ x1 t0) {}h := h.
  rewrite -[W x y]mul1r -(pr_sum P) mulr_suml /= /out_ mulr_sumr; apply: ler_sum => x' _.
  by rewrite mulrCA; apply: ler_wpmul2l; rewrite ?pr_ge0 // -subr_ge0.
have full l (l0 : 0 < l) (l1 : l <= 1) x : pml_max (near x l0 l1) W <= t by apply/h/near_gt0.
have t1 : 1 <= t := le_trans (bigmax_base _ _ _) (full 1 ltr01 (lexx _) x1).
have t0 : 0 < t := lt_le_trans ltr01 t1.
apply/(ldp_le _ x1) => [|x x' y]; first exact: ltW.
rewrite leNgt subr_lt0; apply/negP => more; pose l := (W x y - t * W x' y) / (2%:R * t).
have l0 : 0 < l by rewrite divr_gt0 ?subr_gt0 ?mulr_gt0 ?ltr0n.
have l1 : l <= 1.
  rewrite ler_pdivr_mulr ?mulr_gt0 ?ltr0n // mul1r ler_subl_addr.
  apply: (@le_trans _ _ 1).
    by rewrite -(ch_sum W x) (bigD1 y) //= ler_addl; apply: sumr_ge0 => ? _; apply: ch_ge0.
  apply: ler_paddr; first by rewrite mulr_ge0 ?ch_ge0 // ltW.
  by rewrite mulrDl mul1r; apply: ler_paddr => //; apply: ltW.
have /(pml_max_le _ _ (ltW t0)) /(_ x y) := full l l0 l1 x'.
rewrite pmulr_rge0; last exact: near_gt0.
rewrite subr_ge0 => le; have := le_trans le (ler_wpmul2l (ltW t0) (out_near x' l0 l1 y)).
have -> : t * (W x' y + l) = t * W x' y + (W x y - t * W x' y) / 2%:R.
  rewrite mulrDr; congr (_ + _); apply: (@mulIf _ (2%:R * t)).
    by rewrite mulf_neq0 ?gt_eqF ?ltr0n.
  by rewrite -mulrA divfK ?mulf_neq0 ?gt_eqF ?ltr0n // mulrA divfK ?gt_eqF ?ltr0n // mulrC.
rewrite -ler_subl_addl ler_pdivl_mulr ?ltr0n // mulr_natr mulr2n ger_addl leNgt subr_gt0.
by rewrite more.
Qed.
End Capacity.
