(* The steps that no exported certificate takes, by hand: accepted,
  and refused where they must be. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent Certificate Checker.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope nat_scope.

Definition scalar := Declaration [::] false false false false [::].
Definition level := Declaration [::] false true true false [::].
Definition c : atom := (2, [::]).
Definition l : atom := (4, [::]).
Definition only (A : seq atom) : poly := [:: (Posz 1, ([::], A))].

(* c c >= 0 by the sign of c *)
Definition sq : fact := (Ge, only [:: c; c]).
Definition by_sign : proof :=
  let it := Comb (Combine 1 sq [::] [:: Term (Posz 1) [:: Known 0 [::] 0;
    Known 0 [::] 0] [::]]) Done in
  Split sq (only [:: c]) [::] it it Done.
Lemma split_ok : check [:: scalar] [::] 100 [::] [::] [::] by_sign sq. Proof. by vm_compute. Qed.
(* without the second case *)
Lemma split_no : check [:: scalar] [::] 100 [::] [::] [::]
  (Split sq (only [:: c]) [::] (Comb (Combine 1 sq [::] [:: Term (Posz 1) [:: Known 0 [::] 0;
    Known 0 [::] 0] [::]]) Done) Done Done) sq = false.
Proof. by vm_compute. Qed.
(* a case that depends on a quantified letter *)
Definition cx : atom := (2, [:: (0, 0)]).
Definition sqx : fact := (Ge, only [:: cx; cx]).
Definition vector := Declaration [:: 0] false false false false [::].
Definition by_sign_x : proof :=
  let it := Comb (Combine 1 sqx [::] [:: Term (Posz 1) [:: Known 0 [::] 0;
    Known 0 [::] 0] [::]]) Done in
  Split sqx (only [:: cx]) [::] it it Done.
Lemma split_quantified : check [:: vector] [::] 100 [::] [::] [::] by_sign_x sqx = false.
Proof. by vm_compute. Qed.
Lemma split_constant : check [:: vector] [:: (0, 0)] 100 [::] [::] [::] by_sign_x sqx.
Proof. by vm_compute. Qed.

(* the same letter as a constant inside, under another name: c(x)^2 >= 0 for all x *)
Definition inner (x : letter) : fact := (Ge, only [:: (2, [:: x]); (2, [:: x])]).
Definition by_sign_of (x : letter) (s : seq (letter * letter)) : proof :=
  let it := Comb (Combine 1 (inner x) [::] [:: Term (Posz 1) [:: Known 0 [::] 0;
    Known 0 [::] 0] [::]]) Done in
  Split sqx (only [:: (2, [:: x])]) s it it Done.
Lemma split_letter :
  check [:: vector] [::] 100 [::] [::] [::] (by_sign_of (0, 1) [:: ((0, 0), (0, 1))]) sqx.
Proof. by vm_compute. Qed.
(* a letter of another alphabet; one that is constant already; none *)
Lemma split_alphabet :
  check [:: vector] [::] 100 [::] [::] [::] (by_sign_of (1, 1) [:: ((0, 0), (1, 1))]) sqx = false.
Proof. by vm_compute. Qed.
Lemma split_taken :
  check [:: vector] [:: (0, 1)] 100 [::] [::] [::] (by_sign_of (0, 1) [:: ((0, 0), (0, 1))]) sqx = false.
Proof. by vm_compute. Qed.
Lemma split_unnamed : check [:: vector] [::] 100 [::] [::] [::] (by_sign_of (0, 1) [::]) sqx = false.
Proof. by vm_compute. Qed.
(* the case holds of the one letter, and may not be used at another *)
Lemma split_one_letter : check [:: vector] [::] 100 [::] [::] [::]
  (Split sqx (only [:: (2, [:: (0, 1)])]) [:: ((0, 0), (0, 1))]
    (Comb (Combine 1 (inner (0, 1)) [::] [:: Term (Posz 1) [:: Known 0 [:: ((0, 1), (0, 2))] 0;
      Known 0 [::] 0] [::]]) Done) Done Done) sqx = false.
Proof. by vm_compute. Qed.

(* c + l c >= 0 for all 0 < l <= 1, so c >= 0 *)
Definition pos : fact := (Ge, only [:: c]).
Definition plus : fact := (Ge, only [:: c] ++ only [:: l; c]).
Definition by_limit : proof :=
  Comb (Combine 1 plus [::] [:: Term (Posz 1) [:: Known 0 [::] 0] [::];
    Term (Posz 1) [:: Declared Nonneg l; Known 0 [::] 1] [::]]) (Lim (Limit 4 1 pos) Done).
Lemma limit_ok : check [:: scalar; level] [::] 100 [:: pos] [::] [:: pos] by_limit pos.
Proof. by vm_compute. Qed.
(* a limit in what a hypothesis speaks of *)
Definition plus1 : fact := (Ge, only [:: c] ++ only [:: l]).
Lemma limit_no : check [:: scalar;
    level] [::] 100 [:: plus1] [::] [:: plus1] (Lim (Limit 4 0 pos) Done) pos = false.
Proof. by vm_compute. Qed.

(* an indicator that is not new, and one that the goal speaks of *)
Definition flag := Declaration [::] false false false true [::].
Definition i2 := Indicate 4 [::] (only [:: c]).
Definition D2 := [:: scalar; flag].
Definition said := defining i2.
Lemma indicate_goal : check D2 [::] 100 [::] [::] [::] (Indi i2 Done) said = false.
Proof. by vm_compute. Qed.
Lemma indicate_twice : check D2 [::] 100 [::] [::] [::] (Indi i2 (Indi i2 Done)) (Ge, [::]) = false.
Proof. by vm_compute. Qed.
(* |c| = (1 - 2 B) c where B is new *)
Definition none : fact := (Ge, [:: (Posz 1, ([::], [::]))]).
Lemma indicate_ok : check D2 [::] 100 [::] [::] [::]
  (Indi i2 (Comb (Combine 1 none [::] [:: Term (Posz 1) [::] [::]]) Done)) none.
Proof. by vm_compute. Qed.

(* a deterministic channel: T(x,y) T(x,z) = delta(y,z) T(x,y) *)
Definition hot := Declaration [:: 0; 1] false false false true [:: 1].
Definition t (k : nat) : atom := (2, [:: (0, 0); (1, k)]).
Definition hot_goal : fact :=
  (Eq, [:: (Posz 1, ([::], [:: t 1; t 2])); (Negz 0, ([::], [:: t 1; (0, [:: (1, 1); (1, 2)])]))]).
Lemma hot_ok : check [::
    hot] [::] 100 [::] [::] [::] (Comb (Combine 1 hot_goal [::] [::]) Done) hot_goal.
Proof. by vm_compute. Qed.
Lemma hot_no : check [:: Declaration [:: 0;
    1] true false false false [:: 1]] [::] 100 [::] [::] [::]
  (Comb (Combine 1 hot_goal [::] [::]) Done) hot_goal = false.
Proof. by vm_compute. Qed.
