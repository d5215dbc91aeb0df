(* Why the leakage is called maximal [PML23, Def. 1 and Thm. 1]: it is the largest leakage to any
   attribute U of the secret, U - X - Y, which the adversary guesses; and some attribute attains it,
   one that shatters the other letters into pieces no likelier than the letter that leaks most.
   Pieces that small exist where every positive number exceeds some 1/n, in an Archimedean field. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Pml Levels.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Attribute.
Variables (R : realFieldType) (X Y U : finType) (P : dist R X) (W : chan R X Y) (C : chan R X U).
Definition posterior (y : Y) (x : X) : R := P x * W x y / out P W y.
(* exp of the leakage: max over u of P(u|y), over max over u of P(u) *)
Definition attribute_leakage (y : Y) : R :=
  (\big[Num.max/0]_u \sum_x posterior y x * C x u) / \big[Num.max/0]_u \sum_x P x * C x u.

Theorem attribute_le y : 0 < out P W y -> attribute_leakage y <= pml P W y.
Proof.
move=> o0; set t := pml P W y; have t1 : 1 <= t by apply: bigmax_base.
have t0 := le_trans ler01 t1.
rewrite /attribute_leakage; set m := \big[Num.max/0]_u (\sum_x P x * _).
have : 0 <= m by apply: bigmax_base.
rewrite le_eqVlt => /orP [/eqP <-|m0]; first by rewrite invr0 mulr0.
rewrite ler_pdivr_mulr //; apply/bigmax_le; split=> [|u _]; first by rewrite mulr_ge0 // ltW.
apply: le_trans (_ : t * (\sum_x P x * C x u) <= _); last first.
  rewrite ler_wpmul2l //; exact: (@bigmax_ge _ _ xpredT (fun u => \sum_x P x * C x u) 0 u isT).
rewrite mulr_sumr; apply: ler_sum => x _; rewrite /posterior.
have := pr_ge0 P x; rewrite le_eqVlt => /orP [/eqP <-|p0]; first by rewrite !mul0r mulr0.
rewrite -mulrA -mulrA [t * _]mulrCA ler_pmul2l // mulrA ler_wpmul2r ?ch_ge0 //.
exact: (@bigmax_ge _ _ (fun x => 0 < P x) (fun x => W x y / out P W y) 1 x p0).
Qed.
End Attribute.

Section Shatter.
Variables (R : archiFieldType) (X Y : finType) (P : dist R X) (W : chan R X Y).
Variables (x1 : X) (N : nat).
Definition shatter_ (x : X) (u : X * 'I_N.+1) : R :=
  if u.1 == x then (if x == x1 then (u.2 == ord0)%:R else N.+1%:R^-1) else 0.
Lemma shatter_ge0 x u : 0 <= shatter_ x u.
Proof. by rewrite /shatter_; do 2!case: ifP => // _; rewrite ?ler0n ?invr_ge0 ?ler0n. Qed.
Lemma shatter_sum x : \sum_u shatter_ x u = 1.
Proof.
rewrite -(pair_big xpredT xpredT (fun x' k => shatter_ x (x', k))) /=.
rewrite (bigD1 x) //= [X in _ + X]big1; last first.
  by move=> x' /negbTE ne; rewrite big1 // => k _; rewrite /shatter_ /= ne.
rewrite addr0 /shatter_ /= eqxx; case: (x == x1); last first.
  by rewrite sumr_const card_ord -[LHS]mulr_natl mulfV // pnatr_eq0.
by rewrite (bigD1 ord0) //= big1 ?addr0 // => k /negbTE ->.
Qed.
Definition shatter : chan R X [finType of X * 'I_N.+1] := Chan shatter_ge0 shatter_sum.

Lemma shatter_out (F : X -> R) u : \sum_x F x * shatter x u = F u.1 * shatter u.1 u.
Proof.
rewrite (bigD1 u.1) //= big1 ?addr0 // => x ne.
by rewrite /shatter_ eq_sym (negbTE ne) mulr0.
Qed.
End Shatter.

Theorem attribute_attains (R : archiFieldType) (X Y : finType) (P : dist R X) (W : chan R X Y) y :
  0 < out P W y ->
  exists (U : finType) (C : chan R X U), attribute_leakage P W C y = pml P W y.
Proof.
move=> o0; have [x0 p0] : exists x0, 0 < P x0.
  apply/existsP; rewrite -[[exists _, _]]negbK negb_exists; apply/negP => /forallP none.
  move: o0; rewrite /= /out_ big1 ?ltxx // => x _.
  by have := none x; rewrite lt_neqAle pr_ge0 andbT negbK => /eqP <-; rewrite mul0r.
pose G x := W x y / out P W y.
have [x1 p1 top] := @arg_maxP _ _ _ x0 (fun x => 0 < P x) G p0.
have e : pml P W y = G x1.
  apply/eqP; rewrite eq_le; apply/andP; split; last first.
    exact: (@bigmax_ge _ _ (fun x => 0 < P x) G 1 x1 p1).
  apply/bigmax_le; split=> [|x px]; last exact: top.
  have : out P W y <= G x1 * out P W y; last by rewrite ler_pmull.
  rewrite -[X in _ <= X]mul1r -(pr_sum P) mulr_suml.
  rewrite -[out P W y]/(\sum_x P x * W x y); apply: ler_sum => x _.
  have := pr_ge0 P x; rewrite le_eqVlt => /orP [/eqP <-|px]; first by rewrite !mul0r.
  by rewrite ler_pmul2l // -ler_pdivr_mulr //; apply: top.
pose N := Num.bound (P x1)^-1; exists [finType of X * 'I_N.+1], (shatter R x1 N).
apply/eqP; rewrite eq_le attribute_le //= e.
have small u : \sum_x P x * shatter R x1 N x u <= P x1.
  rewrite shatter_out /= /shatter_ eqxx; case: (u.1 =P x1) => [->|_].
    by case: (_ == _); rewrite ?mulr1 // mulr0 ltW.
  have le1 x : P x <= 1.
    by rewrite -(pr_sum P) (bigD1 x) //= ler_addl; apply: sumr_ge0 => ? _; apply: pr_ge0.
  rewrite ler_pdivr_mulr ?ltr0n //; apply: le_trans (le1 _) _.
  rewrite mulrC -ler_pdivr_mulr // mul1r ltW //; apply: lt_le_trans (archi_boundP _) _.
    by rewrite invr_ge0 ltW.
  by rewrite ler_nat.
pose u1 : X * 'I_N.+1 := (x1, ord0).
have after : G x1 * P x1 <= \big[Num.max/0]_u \sum_x posterior P W y x * shatter R x1 N x u.
  apply: le_trans (@bigmax_ge _ _ xpredT
    (fun u => \sum_x posterior P W y x * shatter R x1 N x u) 0 u1 isT).
  by rewrite shatter_out /= /shatter_ !eqxx mulr1 /posterior /G mulrC mulrA.
have before : \big[Num.max/0]_u (\sum_x P x * shatter R x1 N x u) = P x1.
  apply/eqP; rewrite eq_le; apply/andP; split.
    by apply/bigmax_le; split=> [|u _]; [apply: ltW|apply: small].
  apply: le_trans (@bigmax_ge _ _ xpredT (fun u => \sum_x P x * shatter R x1 N x u) 0 u1 isT).
  by rewrite shatter_out /= /shatter_ !eqxx mulr1.
by rewrite /attribute_leakage before ler_pdivl_mulr.
Qed.

(* l(X -> y) is the supremum over all attributes, and a maximum *)
Theorem pml_is_maximal (R : archiFieldType) (X Y : finType) (P : dist R X) (W : chan R X Y) y t :
  0 < out P W y ->
  pml P W y <= t <-> forall (U : finType) (C : chan R X U), attribute_leakage P W C y <= t.
Proof.
move=> o0; split=> [le U C|all_]; first exact: le_trans (attribute_le C o0) le.
by have [U [C <-]] := attribute_attains o0; apply: all_.
Qed.
