(* Theorems about leakages, as the papers state them. Each is one certificate: its hypotheses and
   its goal are written as expressions, and `prove` compares them with the data by computation. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent Certificate Checker Soundness.
From Pmlsym Require Import FiniteTypes Expressions Pml TheoremData.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

(* ---- level forms as expressions ---- *)
Section Levels.
Variables (t : expression) (P : letter -> expression) (W : letter -> letter -> expression).
(* P(x) (t sum_u P(u) W(u,y) - W(x,y)) >= 0 *)
Definition pml_level (u x y : letter) : formula :=
  (Ge, Mul (P x)
    (Add (Mul t (Sum u (Mul (P u) (W u y)))) (Opp (W x y)))).
End Levels.
Definition scalar (t : nat) : expression := At (t, [::]).
Definition minus (e e' : expression) : expression := Add e (Opp e').
Definition prior (p : nat) (x : letter) : expression := At (p, [:: x]).
Definition channel (w : nat) (x y : letter) : expression := At (w, [:: x; y]).
Definition in_support (p : nat) (x : letter) : formula := (Gt, prior p x).
Definition then_by (y : letter) (W V : letter -> letter -> expression) (x z : letter) :
  expression :=
  Sum y (Mul (W x y) (V y z)).
Definition output (u : letter) (P : letter -> expression) (W : letter -> letter -> expression)
  (y : letter) : expression := Sum u (Mul (P u) (W u y)).

(* three alphabets, and a letter of each *)
Definition three (X Y Z : finType) (a : nat) : finType :=
  match a with 0 => X | 1 => Y | 2 => Z | _ => [finType of unit] end.
Definition at3 (X Y Z : finType) (x : X) (y : Y) (z : Z) : denv (three X Y Z) :=
  fun a => match a return nat -> three X Y Z a with
           | 0 => fun _ => x | 1 => fun _ => y | 2 => fun _ => z | _ => fun _ => tt end.

Ltac show := rewrite /= /true_at /= /decl_ok /tsum /= /dupd /=.
Ltac declared := show; do !split=> //; rewrite ?ltW //; first [exact: supp_sum1 | exact: ch_sum
  | by move=> ?; apply: pr_ge0 | by move=> ? ?; apply: ch_ge0 | by move=> ?; apply: ch_sum
  | by move=> ? ? ?; apply: ch_ge0 | by move=> ? ?; apply: ch_sum
  | by move=> ? ?; apply: next_ge0 | by move=> ?; apply: next_sum
  | exact: ltr01].

Section Theorems.
Variables (R : realFieldType) (X Y Z : finType).
Implicit Types (P : dist R X) (W : chan R X Y) (V : chan R Y Z).
Implicit Types (U : chan R [finType of X * Y] Z).

(* pml(P, W >> V) <= max over y of pml(P, W)   [PML23, Lemma 1.4] *)
Theorem post_processing P W V t z : 0 < t ->
  (forall y, pml P W y <= t) -> pml P (cascade W V) z <= t.
Proof.
move=> t0 h; have [_ back] := pml_supp P (cascade W V) z (ltW t0); apply: back => x.
have [y0 _] := inhab (ch_sum W (val x)).
pose A := three (supp P) Y Z.
pose F : seq (ten R A) := [:: Ten [:: 0%N] (fun x : A 0%N => P (val x)); Ten [:: 1%N; 2%N] V;
  Ten [:: 0%N; 1%N] (fun x : A 0%N => W (val x)); Ten [::] t].
refine (@prove R A _ _ _ _ _ _ F (at3 x y0 z)
  [:: in_support 2 (0, 1)%N; pml_level (scalar 8) (prior 2) (channel 6) (0, 9)%N (0, 1)%N (1, 2)%N]
  (pml_level (scalar 8) (prior 2) (then_by (1, 11)%N (channel 6) (channel 4)) (0, 10)%N (0,
    0)%N (2, 3)%N)
  Post.ok _ _ _ _ _) => //; first by declared.
show; split=> [r _|]; first exact: (valP (r 0%N 1%N)).
by split=> // r _; have [lev _] := pml_supp P W (r 1%N 2%N) (ltW t0); apply: lev (h _) _.
Qed.

(* pml(P, W >> V) <= pml(P >> W, V), outcome by outcome   [PML23, Lemma 1.3] *)
Theorem pre_processing P W V t z : 0 < t ->
  pml (out P W) V z <= t -> pml P (cascade W V) z <= t.
Proof.
move=> t0 /(pml_le _ _ _ (ltW t0)) h.
have [_ back] := pml_supp P (cascade W V) z (ltW t0); apply: back => x.
have [y0 _] := inhab (ch_sum W (val x)).
pose A := three (supp P) Y Z.
pose F : seq (ten R A) := [:: Ten [:: 0%N] (fun x : A 0%N => P (val x)); Ten [:: 1%N; 2%N] V;
  Ten [:: 0%N; 1%N] (fun x : A 0%N => W (val x)); Ten [::] t].
refine (@prove R A _ _ _ _ _ _ F (at3 x y0 z)
  [:: in_support 2 (0, 1)%N; (Ge, Mul (Mul (prior 2 (0, 1)) (channel 6 (0, 1) (1, 2)))
     (minus (Mul (scalar 8) (Sum (1, 12) (Mul
        (output (0, 11) (prior 2) (channel 6) (1, 12)) (channel 4 (1, 12) (2, 3)))))
        (channel 4 (1, 2) (2, 3))))%N]
  (pml_level (scalar 8) (prior 2) (then_by (1, 11)%N (channel 6) (channel 4))
     (0, 10)%N (0, 0)%N (2, 3)%N)
  Pre.ok _ _ _ _ _) => //; first by declared.
show; split=> [r _|]; first exact: (valP (r 0%N 1%N)).
split=> // r [_ [-> _]]; set x1 := r 0%N 1%N; set y1 := r 1%N 2%N.
under eq_bigr => y' _ do rewrite -(out_supp P W).
have := out_ge0 P W y1; rewrite le_eqVlt => /orP [/eqP o0|o1].
  by rewrite (out_eq0 (valP x1) (esym o0)) mulr0 mul0r.
by rewrite !mulr_ge0 ?pr_ge0 ?ch_ge0 //; have := h y1; rewrite pmulr_rge0.
Qed.

(* pml(P, (W, U), y, z) <= pml(P, W, y) + pml(P, U | W, y, z)   [PML23, Lemma 1.6] *)
Theorem composition P W U s t y z : 0 < s -> 0 < t ->
  pml P W y <= s -> cpml P W U y z <= t -> pml P (compose W U) (y, z) <= s * t.
Proof.
move=> s0 t0 hs /(cpml_le _ _ _ _ _ (ltW t0)) ht.
have st0 : 0 <= s * t by rewrite mulr_ge0 ?ltW.
have [_ back] := pml_supp P (compose W U) (y, z) st0; apply: back => x.
pose A := three (supp P) Y Z; pose N := next P W U.
pose F : seq (ten R A) := [:: Ten [:: 1%N; 2%N] N; Ten [:: 0%N] (fun x : A 0%N => P (val x));
  Ten [:: 0%N; 1%N; 2%N] (fun (x : A 0%N) (y : Y) => U (val x, y));
  Ten [:: 0%N; 1%N] (fun x : A 0%N => W (val x)); Ten [::] s; Ten [::] t].
pose u3 x y z : expression := At (6, [:: x; y; z])%N.
pose n (y z : letter) := channel 2 y z.
refine (@prove R A _ _ _ _ _ _ F (at3 x y z)
  [:: in_support 4 (0, 1)%N;
      pml_level (scalar 10) (prior 4) (channel 8) (0, 9)%N (0, 1)%N (1, 2)%N;
      (Eq, minus (Mul (n (1, 3) (2, 5)) (output (0, 9) (prior 4) (channel 8) (1, 3)))
        (Sum (0, 9) (Mul (Mul (prior 4 (0, 9)) (channel 8 (0, 9) (1, 3)))
                         (u3 (0, 9) (1, 3) (2, 5)))))%N;
      (Ge, Mul (Mul (prior 4 (0, 1)) (channel 8 (0, 1) (1, 2)))
        (minus (Mul (scalar 12) (n (1, 2) (2, 4))) (u3 (0, 1) (1, 2) (2, 4))))%N]
  (pml_level (Mul (scalar 10) (scalar 12)) (prior 4)
     (fun x y => Mul (channel 8 x y) (u3 x y (2, 4)%N)) (0, 10)%N (0, 0)%N (1, 2)%N)
  Composition.ok _ _ _ _ _) => //; first by declared.
show; split=> [r _|]; first exact: (valP (r 0%N 1%N)).
split=> [r [_ [-> _]]|].
  by have [lev _] := pml_supp P W y (ltW s0); apply: lev.
split=> [r _|]; last by split=> // r [_ [-> [-> _]]]; apply: ht.
apply/eqP; rewrite subr_eq0 -(out_supp P W); apply/eqP; rewrite nextE.
under eq_bigr => x' _ do rewrite -mulrA.
by rewrite (sum_supp P (fun x' => W x' _ * U (x', _) _)); apply: eq_bigr => x' _; rewrite mulrA.
Qed.

(* L(X -> Z) <= L(X -> Y) and L(X -> Z) <= L(Y -> Z)   [PML23, Prop. 1.4] *)
Let chosen : expression :=
  minus (scalar 10) (Sum (2, 12) (Sum (0, 11) (Mul (channel 8 (2, 12) (0, 11))
    (then_by (1, 13) (channel 6) (channel 4) (0, 11) (2, 12)))))%N.

Theorem maxleak_post W V : maxleak (cascade W V) <= maxleak W.
Proof.
case: (pickP (xpredT : pred X)) => [x1 _|eX]; last first.
  rewrite /maxleak big1 => [|z _]; last by rewrite big_pred0.
  by apply: sumr_ge0 => y _; apply: bigmax_ge0.
apply: (maxleak_sel x1) => c; pose t := maxleak W.
have [y1 _] := inhab (ch_sum W x1); have [z1 _] := inhab (ch_sum V y1).
pose M y := \big[Num.max/0]_x W x y; have M0 y : 0 <= M y by exact: bigmax_ge0.
have WM x y : W x y <= M y by apply: (@bigmax_ge _ _ xpredT (fun x => W x y)).
have t0 : 0 < t.
  by apply: lt_le_trans ltr01 _; rewrite -(ch_sum W x1); apply: ler_sum => y _; apply: WM.
pose A := three X Y Z.
pose F : seq (ten R A) := [:: @Ten R A [:: 1%N] M; @Ten R A [:: 1%N; 2%N] V;
  @Ten R A [:: 0%N; 1%N] W;
  @Ten R A [:: 2%N; 0%N] c; Ten [::] t].
rewrite -subr_ge0; refine (@prove R A _ _ _ _ _ _ F (at3 x1 y1 z1)
  [:: (Ge, minus (At (2, [:: (1, 0)])) (channel 6 (0, 1) (1, 0)))%N;
      (Ge, minus (scalar 10) (Sum (1, 9) (At (2, [:: (1, 9)]))))%N]
  (Ge, chosen) MaxPost.ok _ _ _ _ _) => //; first by declared.
by show; split=> [r _|]; [rewrite subr_ge0|split=> // r _; rewrite subrr].
Qed.

Theorem maxleak_pre W V : maxleak (cascade W V) <= maxleak V.
Proof.
case: (pickP (xpredT : pred X)) => [x1 _|eX]; last first.
  rewrite /maxleak big1 => [|z _]; last by rewrite big_pred0.
  by apply: sumr_ge0 => y _; apply: bigmax_ge0.
apply: (maxleak_sel x1) => c; pose t := maxleak V.
have [y1 _] := inhab (ch_sum W x1); have [z1 _] := inhab (ch_sum V y1).
pose M z := \big[Num.max/0]_y V y z; have M0 z : 0 <= M z by exact: bigmax_ge0.
have VM y z : V y z <= M z by apply: (@bigmax_ge _ _ xpredT (fun y => V y z)).
have t0 : 0 < t.
  by apply: lt_le_trans ltr01 _; rewrite -(ch_sum V y1); apply: ler_sum => z _; apply: VM.
pose A := three X Y Z.
pose F : seq (ten R A) := [:: @Ten R A [:: 2%N] M; @Ten R A [:: 1%N; 2%N] V;
  @Ten R A [:: 0%N; 1%N] W;
  @Ten R A [:: 2%N; 0%N] c; Ten [::] t].
rewrite -subr_ge0; refine (@prove R A _ _ _ _ _ _ F (at3 x1 y1 z1)
  [:: (Ge, minus (At (2, [:: (2, 0)])) (channel 4 (1, 1) (2, 0)))%N;
      (Ge, minus (scalar 10) (Sum (2, 9) (At (2, [:: (2, 9)]))))%N]
  (Ge, chosen) MaxPre.ok _ _ _ _ _) => //; first by declared.
by show; split=> [r _|]; [rewrite subr_ge0|split=> // r _; rewrite subrr].
Qed.

(* if ldp(W) <= log e and every letter that can occur has probability at least m, then
   pml(P, W) <= - log (m + (1 - m) / e)   [PML23, Prop. 6] *)
Theorem ldp_to_pml P W e m y : 0 < e -> 0 < m -> m <= 1 ->
  le_ext (ldp W) e -> (forall x, 0 < P x -> m <= P x) -> pml P W y <= (m + (1 - m) / e)^-1.
Proof.
move=> e0 m0 m1 /(ldp_le _ (ltW e0)) he hm.
have k0 : 0 < m + (1 - m) / e by rewrite ltr_paddr // divr_ge0 ?subr_ge0 // ltW.
have u0 : 0 < (m + (1 - m) / e)^-1 by rewrite invr_gt0.
have [_ back] := pml_supp P W y (ltW u0); apply: back => x.
pose A := three (supp P) Y [finType of unit].
pose F : seq (ten R A) :=
  [:: Ten [:: 0%N] (fun x : A 0%N => P (val x));
      Ten [:: 0%N; 1%N] (fun x : A 0%N => W (val x)); Ten [::] e; Ten [::] m].
have key : 0 <= P (val x) * (e * (\sum_(x' : supp P) P (val x') * W (val x') y)
                             - (1 - m + e * m) * W (val x) y).
  refine (@prove R _ _ _ _ _ _ _ F (at3 x y tt)
    [:: in_support 2 (0, 0)%N;
        (Ge, minus (Mul (scalar 6) (channel 4 (0, 2) (1, 4))) (channel 4 (0, 0) (1, 4)))%N;
        (Ge, Mul (prior 2 (0, 0)) (minus (prior 2 (0, 0)) (scalar 8)))%N]
    (Ge, Mul (prior 2 (0, 1)) (minus
      (Mul (scalar 6) (output (0, 10) (prior 2) (channel 4) (1, 3)))
      (Mul (Add (minus (Num 1) (scalar 8)) (Mul (scalar 6) (scalar 8)))
           (channel 4 (0, 1) (1, 3)))))%N
    FromLDP.ok _ _ _ _ _) => //; first by declared.
  show; split=> [r _|]; first exact: (valP (r 0%N 0%N)).
  split=> [r _|]; first by rewrite subr_ge0; apply: he.
  by split=> // r _; rewrite mulr_ge0 ?pr_ge0 // subr_ge0; apply: hm; apply: (valP (r 0%N 0%N)).
move: key; have p0 := valP x; rewrite !pmulr_rge0 // !subr_ge0 => key.
rewrite mulrC ler_pdivl_mulr // mulrC.
have -> : m + (1 - m) / e = (1 - m + e * m) / e.
  by rewrite [RHS]mulrDl mulrAC divff ?gt_eqF // mul1r addrC.
by rewrite mulrAC ler_pdivr_mulr // [X in _ <= X]mulrC.
Qed.

(* if pml(P, W) <= log e and every letter that can occur has probability at least m, then
   i(x; y) >= log ((1 - e (1 - m)) / m)   [QID24, Prop. 1] *)
Theorem pml_to_density P W e m : 0 < e -> 0 < m -> m <= 1 ->
  pml_max P W <= e -> (forall x, 0 < P x -> m <= P x) ->
  forall x y, 0 < P x -> (1 - e * (1 - m)) * out P W y <= m * W x y.
Proof.
move=> e0 m0 m1 /(pml_max_le _ _ (ltW e0)) he hm x y p0.
pose A := three (supp P) Y [finType of unit].
pose F : seq (ten R A) := [:: Ten [:: 0%N] (fun x : A 0%N => P (val x));
  Ten [:: 0%N; 1%N] (fun x : A 0%N => W (val x)); Ten [::] e; Ten [::] m].
rewrite out_supp -subr_ge0 -(pmulr_rge0 _ p0).
refine (@prove R _ _ _ _ _ _ _ F (at3 (Sub x p0 : supp P) y tt)
  [:: in_support 2 (0, 0)%N;
      pml_level (scalar 6) (prior 2) (channel 4) (0, 9)%N (0, 0)%N (1, 2)%N;
      (Ge, Mul (prior 2 (0, 0)) (minus (prior 2 (0, 0)) (scalar 8)))%N]
  (Ge, Mul (prior 2 (0, 3)) (minus (Mul (scalar 8) (channel 4 (0, 3) (1, 1)))
     (Mul (minus (Num 1) (Mul (scalar 6) (minus (Num 1) (scalar 8))))
          (output (0, 10) (prior 2) (channel 4) (1, 1)))))%N
  FromBelow.ok _ _ _ _ _) => //; first by declared.
show; split=> [r _|]; first exact: (valP (r 0%N 0%N)).
split=> [r _|]; first by rewrite -(out_supp P W); apply: he.
by split=> // r _; rewrite mulr_ge0 ?pr_ge0 // subr_ge0; apply: hm; apply: (valP (r 0%N 0%N)).
Qed.

(* pml(P, W) <= - log of the probability of the rarest letter   [PML23, Lemma 1.1] *)
Lemma pml_at_most P W m y : 0 < m -> m <= 1 ->
  (forall x, 0 < P x -> m <= P x) -> pml P W y <= m^-1.
Proof.
move=> m0 m1 hm; have u0 : 0 < m^-1 by rewrite invr_gt0.
have [_ back] := pml_supp P W y (ltW u0); apply: back => x.
pose A := three (supp P) Y [finType of unit].
pose F : seq (ten R A) := [:: Ten [:: 0%N] (fun x : A 0%N => P (val x));
  Ten [:: 0%N; 1%N] (fun x : A 0%N => W (val x)); Ten [::] m].
have key : 0 <= P (val x) * (\sum_(x' : supp P) P (val x') * W (val x') y - m * W (val x) y).
  refine (@prove R _ _ _ _ _ _ _ F (at3 x y tt)
    [:: in_support 2 (0, 1)%N; (Ge, Mul (prior 2 (0, 1)) (minus (prior 2 (0, 1)) (scalar 6)))%N]
    (Ge, Mul (prior 2 (0, 0)) (minus (output (0, 10) (prior 2) (channel 4) (1, 2))
                                     (Mul (scalar 6) (channel 4 (0, 0) (1, 2)))))%N
    Rarest.ok _ _ _ _ _) => //; first by declared.
  show; split=> [r _|]; first exact: (valP (r 0%N 1%N)).
  by split=> // r _; rewrite mulr_ge0 ?pr_ge0 // subr_ge0; apply: hm; apply: (valP (r 0%N 1%N)).
move: key; have p0 := valP x; rewrite !pmulr_rge0 // !subr_ge0 => key.
by rewrite ler_pdivl_mull.
Qed.

Theorem pml_rarest P W y : pml P W y <= rarest P.
Proof.
have t0 : 0 <= rarest P by apply: bigmax_ge0.
have low := (rarest_le P t0).1 (lexx _); apply/bigmax_le => // x p0.
have le1 x' : P x' <= 1.
  by rewrite -(pr_sum P) (bigD1 x') //= ler_addl; apply: sumr_ge0 => ? _; apply: pr_ge0.
have t1 : 1 <= rarest P.
  by apply: le_trans (low x p0) _; rewrite -[X in _ <= X]mulr1 ler_wpmul2l.
have tp := lt_le_trans ltr01 t1; rewrite -[rarest P]invrK.
have := @pml_at_most P W (rarest P)^-1 y; rewrite invr_gt0 invf_le1 // => /(_ tp t1) h.
apply: le_trans (h _); first exact: (@bigmax_ge _ _ (fun x => 0 < P x) (fun x =>
  W x y / out P W y)).
by move=> x' /low; rewrite -ler_pdivr_mull // mulr1.
Qed.

(* eml(P, W >> V, delta) <= eml(P, W, delta)   [PML23, Prop. 3.2] *)
Theorem event_leakage_post P W V delta t : 0 < t -> 0 <= delta -> delta <= 1 ->
  eml_le P W delta t -> eml_le P (cascade W V) delta t.
Proof.
move=> t0 d0 d1 h a a0 a1 heavy x p0; have [y0 _] := inhab (ch_sum W x).
have [z0 _] := inhab (ch_sum V y0).
pose A := three (supp P) Y Z.
pose F : seq (ten R A) := [:: Ten [:: 0%N] (fun x : A 0%N => P (val x)); Ten [:: 1%N; 2%N] V;
  Ten [:: 0%N; 1%N] (fun x : A 0%N => W (val x)); Ten [:: 1%N] (fun _ : A 1%N => 0);
  @Ten R A [:: 2%N] a; Ten [::] delta; Ten [::] t].
pose e1 y := At (8, [:: y])%N; pose e2 z := At (10, [:: z])%N.
pose VW := then_by (1, 12)%N (channel 6) (channel 4).
have : 0 <= P x * (t * (\sum_z (\sum_(x' : supp P) P (val x')
                             * (\sum_y W (val x') y * V y z)) * a z)
                   - \sum_z (\sum_y W x y * V y z) * a z).
  refine (@prove_by R _ _ _ _ _ _ _ _ F (at3 (Sub x p0 : supp P) y0 z0)
    [:: in_support 2 (0, 0)%N;
        (Ge, minus (Sum (2, 13) (Mul (output (0, 11) (prior 2) VW (2, 13)) (e2 (2, 13))))
                   (scalar 12))%N]
    [:: Law 8 [:: (Ge, minus (Sum (1, 13) (Mul (output (0, 11) (prior 2) (channel 6) (1, 13))
                                               (e1 (1, 13)))) (scalar 12))%N]
      (Ge, Mul (prior 2 (0, 0)) (minus
        (Mul (scalar 14) (Sum (1, 13) (Mul (output (0, 11) (prior 2) (channel 6) (1, 13))
                                           (e1 (1, 13)))))
        (Sum (1, 13) (Mul (channel 6 (0, 0) (1, 13)) (e1 (1, 13))))))%N]
    (Ge, Mul (prior 2 (0, 2)) (minus
      (Mul (scalar 14) (Sum (2, 13) (Mul (output (0, 11) (prior 2) VW (2, 13)) (e2 (2, 13)))))
      (Sum (2, 13) (Mul (VW (0, 2) (2, 13)) (e2 (2, 13))))))%N
    EventPost.ok _ _ _ _ _ _) => //.
  - by declared.
  - show; split=> [r _|]; first exact: (valP (r 0%N 0%N)).
    split=> // r _; under eq_bigr => z _ do rewrite -(out_supp P (cascade W V)).
    by rewrite subr_ge0.
  - rewrite /law_true; split=> // f; show; move=> [g0 _ g1 _ _] [hf _] r ag.
    have e : \sum_y (\sum_(x' : supp P) P (val x') * W (val x') y) * f y
        = \sum_y out P W y * f y by apply: eq_bigr => y _; rewrite -(out_supp P W).
    have heavy' : delta <= \sum_y out P W y * f y by rewrite -e -subr_ge0; exact: (hf r ag).
    set x1 : supp P := r 0%N 0%N.
    suff : 0 <= P (val x1) * (t * (\sum_y (\sum_(x' : supp P) P (val x') * W (val x') y) * f y)
                              - \sum_y W (val x1) y * f y) by [].
    by rewrite e mulr_ge0 ?pr_ge0 // subr_ge0; exact: (h f g0 g1 heavy' _ (valP x1)).
have -> : \sum_z (\sum_(x' : supp P) P (val x') * (\sum_y W (val x') y * V y z)) * a z
    = \sum_z out P (cascade W V) z * a z.
  by apply: eq_bigr => z _; rewrite (out_supp P (cascade W V)).
by rewrite pmulr_rge0 // subr_ge0.
Qed.

(* ---- the same with the largest leakage over the outcomes ---- *)
Lemma pml_le_max X' Y' (P : dist R X') (W : chan R X' Y') y : pml P W y <= pml_max P W.
Proof.
have m0 : 0 <= pml_max P W by apply: bigmax_ge0.
apply/pml_le => // x; exact: (pml_max_le P W m0).1 (lexx _) x y.
Qed.

Theorem pml_post P W V : pml_max P (cascade W V) <= pml_max P W.
Proof.
apply/bigmax_le => [|z _]; first exact: bigmax_ge0.
apply/ler_addgt0Pr => e e0; apply: post_processing => [|y].
  by rewrite ltr_paddl // bigmax_ge0.
by apply: ler_paddr (ltW e0) _; apply: pml_le_max.
Qed.

Theorem pml_pre P W V : pml_max P (cascade W V) <= pml_max (out P W) V.
Proof.
apply/bigmax_le => [|z _]; first exact: bigmax_ge0.
apply/ler_addgt0Pr => e e0; apply: pre_processing.
  by rewrite ltr_paddl // bigmax_ge0.
by apply: ler_paddr (ltW e0) _; apply: pml_le_max.
Qed.

(* two guarantees compose, the second one given the first outcome   [PML23, Thm. 4.1] *)
Theorem adaptive_composition P W U s t : 0 < s -> 0 < t ->
  pml_max P W <= s -> (forall y z, cpml P W U y z <= t) -> pml_max P (compose W U) <= s * t.
Proof.
move=> s0 t0 hs ht; apply/bigmax_le => [|[y z] _]; first by rewrite mulr_ge0 // ltW.
by apply: composition => //; apply: le_trans (pml_le_max P W y) hs.
Qed.

Theorem maxleak_cascade W V : maxleak (cascade W V) <= Num.min (maxleak W) (maxleak V).
Proof. by rewrite le_minr maxleak_post maxleak_pre. Qed.
End Theorems.
