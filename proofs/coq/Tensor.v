(* What tensors declare (pmlsym/calculus/tensor.py).

   Tensor 0 is the Kronecker delta, 2 a + 1 the size of alphabet a, 2 k + 2 the k-th declared one.
     nonnegative  T >= 0        at most one  T <= 1
     positive     T > 0         indicator    T T = T
     stochastic   the sum over these places, jointly, is one *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Pmlsym Require Import Polynomial.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Record declaration := Declaration { d_alphabets : seq nat; d_nonnegative : bool;
  d_positive : bool; d_at_most_one : bool;
                      d_indicator : bool; d_stochastic : seq nat }.
Definition undeclared : declaration := Declaration [::] false false false false [::].
Definition is_nonnegative (d : declaration) := [|| d_nonnegative d, d_positive d | d_indicator d].
Definition is_at_most_one (d : declaration) :=
  [|| d_at_most_one d, d_indicator d | (d_stochastic d != [::]) && is_nonnegative d].
Definition decl (D : seq declaration) (t : nat) : declaration :=
  if t is t'.+1 then if odd t then undeclared else nth undeclared D t'./2 else undeclared.
Definition plain (t : nat) : bool := (t != 0%N) && ~~ odd t.    (* neither delta nor a size *)
Definition size_tensor (a : nat) : nat := a.*2.+1.
Definition alone (l : seq letter) (k : nat) : bool :=
  (k < size l)%N && all (fun j => (j == k) || (nth i0 l j != nth i0 l k)) (iota 0 (size l)).

Section Declared.
Variables (R : realFieldType) (n : nat -> nat).
Definition fits (A v : seq nat) : bool := all2 (fun k a => (k < n a)%N) v A.

(* the sum of F over the places ks of v, where place k has alphabet A_k *)
Fixpoint psum (F : seq nat -> R) (A ks v : seq nat) : R :=
  if ks is k :: ks' then \sum_(0 <= j < n (nth 0%N A k)) psum F A ks' (set_nth 0%N v k j) else F v.

Record as_declared (d : declaration) (F : seq nat -> R) := Goodt {
  t_ge0 : forall v, d_nonnegative d -> fits (d_alphabets d) v -> 0 <= F v;
  t_gt0 : forall v, d_positive d -> fits (d_alphabets d) v -> 0 < F v;
  t_le1 : forall v, d_at_most_one d -> fits (d_alphabets d) v -> F v <= 1;
  t_ind : forall v, d_indicator d -> fits (d_alphabets d) v -> F v * F v = F v;
  t_sum : forall v, d_stochastic d != [::] -> fits (d_alphabets d) v ->
    psum F (d_alphabets d) (d_stochastic d) v = 1 }.

End Declared.

Section Laws.
Context {R : realFieldType} {n : nat -> nat}.
Local Notation wf := (wf n).
Local Notation esum := (@esum R n).
Local Notation fits := (fits n).
Local Notation psum := (@psum R n).

Lemma fitsP r l A : wf r -> map fst l = A -> fits A (map r l).
Proof. by move=> w <-; elim: l => //= i l ih; rewrite /fits /= w. Qed.

Lemma upd_alone r l k j : alone l k ->
  map (upd r (nth i0 l k) j) l = set_nth 0%N (map r l) k j.
Proof.
case/andP => lt /allP al; apply: (@eq_from_nth _ 0%N) => [|p].
  by rewrite size_set_nth !size_map; apply/esym/maxn_idPr.
rewrite size_map => pl; rewrite nth_set_nth /= (nth_map i0) // (nth_map i0) // /upd.
have := al p; rewrite mem_iota add0n => /(_ pl); case: (p =P k) => [->|_ /=]; first by rewrite eqxx.
by move/negbTE ->.
Qed.

Lemma psum_ok (F : seq nat -> R) A ks : forall r l, map fst l = A -> all (alone l) ks ->
  esum r [seq nth i0 l k | k <- ks] (fun r => F (map r l)) = psum F A ks (map r l).
Proof.
elim: ks => //= k ks ih r l tA /andP [ak aks].
have -> : (nth i0 l k).1 = nth 0%N A k.
  by rewrite -tA (nth_map i0) //; case/andP: ak.
by apply: eq_bigr => j _; rewrite ih // upd_alone.
Qed.

Lemma fits_nth A v k : fits A v -> (k < size A)%N -> (nth 0%N v k < n (nth 0%N A k))%N.
Proof. by elim: A v k => [|a A ih] [|x v] [|k] //= /andP [lt /ih]; [|apply]. Qed.

Lemma fits_size A v : fits A v -> size v = size A.
Proof. by elim: A v => [|a A ih] [|x v] //= /andP [_ /ih ->]. Qed.

Lemma fits_set A v k j : fits A v -> (k < size A)%N -> (j < n (nth 0%N A k))%N ->
  fits A (set_nth 0%N v k j).
Proof.
elim: A v k => [|a A ih] [|x v] [|k] //= /andP [lt f]; first by move=> _ ->.
by move=> kA jn; rewrite lt /=; apply: ih.
Qed.

Lemma set_nth_id (v : seq nat) k : (k < size v)%N -> set_nth 0%N v k (nth 0%N v k) = v.
Proof. by elim: v k => [|x v ih] [|k] //= lt; rewrite ih. Qed.

Lemma psum_ge0 (F : seq nat -> R) A ks : (forall v, fits A v -> 0 <= F v) ->
    all (fun k => (k < size A)%N) ks ->
  forall v, fits A v -> 0 <= psum F A ks v.
Proof.
move=> F0; elim: ks => [|k ks ih] /=; first by move=> _; apply: F0.
case/andP => kA /ih {}ih v fv; rewrite big_mkord; apply: sumr_ge0 => j _; apply: ih.
exact: fits_set.
Qed.

Lemma psum_ge (F : seq nat -> R) A ks : (forall v, fits A v -> 0 <= F v) ->
    all (fun k => (k < size A)%N) ks ->
  forall v, fits A v -> F v <= psum F A ks v.
Proof.
move=> F0; elim: ks => //= k ks ih /andP [kA kk] v fv.
rewrite big_mkord (bigD1 (Ordinal (fits_nth fv kA))) //= set_nth_id ?(fits_size fv) //.
apply: ler_paddr; last exact: ih.
by apply: sumr_ge0 => j _; apply: psum_ge0 => //; apply: fits_set.
Qed.

Lemma idem_ge0 (x : R) : x * x = x -> 0 <= x.
Proof. by move=> <-; rewrite -expr2 sqr_ge0. Qed.

Lemma idem_le1 (x : R) : x * x = x -> x <= 1.
Proof.
move=> xx; rewrite -subr_ge0; apply: idem_ge0.
by rewrite mulrBr mulr1 mulrBl mul1r xx subrr subr0.
Qed.

Lemma hot_zero (F : seq nat -> R) A h v w : (forall v, fits A v -> F v * F v = F v) ->
  (h < size A)%N -> fits A v -> fits A w -> psum F A [:: h] v = 1 ->
  w = set_nth 0%N v h (nth 0%N w h) -> nth 0%N v h != nth 0%N w h -> F v * F w = 0.
Proof.
move=> id hA fv fw /= s1 ew ne; set k := nth 0%N w h in ew ne.
have kn : (k < n (nth 0%N A h))%N by apply: fits_nth.
have jn : (nth 0%N v h < n (nth 0%N A h))%N by apply: fits_nth.
have le1 : F v + F w <= 1.
  rewrite -s1 big_mkord (bigD1 (Ordinal jn)) //= set_nth_id ?(fits_size fv) // ler_add2l.
  rewrite (bigD1 (Ordinal kn)) /=; last by rewrite -val_eqE /= eq_sym.
  rewrite -ew ler_addl; apply: sumr_ge0 => j _; apply: idem_ge0; apply: id; exact: fits_set.
have : F v * (F v - 1) = 0 by rewrite mulrBr mulr1 id // subrr.
move/eqP; rewrite mulf_eq0 => /orP [/eqP ->|]; first by rewrite mul0r.
rewrite subr_eq0 => /eqP e; move: le1; rewrite e ger_addl => w0; rewrite mul1r; apply/eqP.
by rewrite eq_le w0 idem_ge0 // id.
Qed.

End Laws.
