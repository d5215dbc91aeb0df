(* Certificates of the theorems in Theorems.v, as `pmlsym export --coq` writes them. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent Certificate Checker.
Local Open Scope nat_scope.

(* pml(P, W >> V, z) <= pml(P, W)
   alphabets: 0 X, 1 Y, 2 Z
   tensors: 2 P(X), 4 V(Y, Z), 6 W(X, Y), 8 t1
   hypotheses: P has full support, without loss of generality; pml(P, W) <= log t1
*)
Module Post.
Definition D : seq declaration := [:: (Declaration [:: 0] true false false false [:: 0]);
  (Declaration [:: 1; 2] true false false false [:: 1]); (Declaration [:: 0;
  1] true false false false [:: 1]); (Declaration [::] true true false false [::])].
Definition C : seq letter := [:: (0, 0); (2, 3)].
Definition A : seq fact := [:: (Gt, [:: (Posz 1, ([::], [:: (2, [:: (0, 1)])]))]);
  (Ge, [:: (Negz 0, ([::], [:: (2, [:: (0, 1)]); (6, [:: (0, 1); (1, 2)])]));
  (Posz 1, ([:: (0, 6)], [:: (2, [:: (0, 6)]); (6, [:: (0, 6); (1, 2)]); (2, [:: (0, 1)]);
  (8, [::])]))])].
Definition S : seq schema := [::].
Definition goal : fact := (Ge, [:: (Negz 0, ([:: (1, 6)], [:: (2, [:: (0, 0)]); (4, [:: (1, 6);
  (2, 3)]); (6, [:: (0, 0); (1, 6)])])); (Posz 1, ([:: (0, 6); (1, 7)], [:: (2, [:: (0, 6)]);
  (4, [:: (1, 7); (2, 3)]); (6, [:: (0, 6); (1, 7)]); (2, [:: (0, 0)]); (8, [::])]))]).
Definition p : proof := (Comb (Combine 1 (Ge, [:: (Negz 0, ([::], [:: (6, [:: (0, 1);
  (1, 2)])])); (Posz 1, ([:: (0, 6)], [:: (2, [:: (0, 6)]); (6, [:: (0, 6); (1, 2)]);
  (8, [::])]))]) [:: (Known 0 [:: ((0, 1), (0, 1))] 2)] [:: (Term (Posz 1) [:: (Known 1 [:: ((0,
  1), (0, 1)); ((1, 2), (1, 2))] 2)] [::])]) (Comb (Combine 1 (Ge, [:: (Negz 0, ([:: (1, 6)],
  [:: (2, [:: (0, 0)]); (4, [:: (1, 6); (2, 3)]); (6, [:: (0, 0); (1, 6)])]));
  (Posz 1, ([:: (0, 6); (1, 7)], [:: (2, [:: (0, 6)]); (4, [:: (1, 7); (2, 3)]); (6, [:: (0, 6);
  (1, 7)]); (2, [:: (0, 0)]);
  (8, [::])]))]) [::] [:: (Term (Posz 1) [:: (Known 2 [:: ((0, 1), (0, 0));
  ((1, 2), (1, 5))] 2); (Declared Nonneg (2, [:: (0, 0)])); (Declared Nonneg (4, [:: (1, 5);
  (2, 3)]))] [:: (1, 5)])]) Done)).
Lemma ok : check D C 100 A S A p goal. Proof. by vm_compute. Qed.
End Post.

(* pml(P, W >> V, z) <= pml(P >> W, V, z)
   alphabets: 0 X, 1 Y, 2 Z
   tensors: 2 P(X), 4 V(Y, Z), 6 W(X, Y), 8 t1
   hypotheses: P has full support, without loss of generality; pml(P >> W, V, z) <= log t1 (2)
*)
Module Pre.
Definition D : seq declaration := [:: (Declaration [:: 0] true false false false [:: 0]);
  (Declaration [:: 1; 2] true false false false [:: 1]); (Declaration [:: 0;
  1] true false false false [:: 1]); (Declaration [::] true true false false [::])].
Definition C : seq letter := [:: (0, 0); (2, 3)].
Definition A : seq fact := [:: (Gt, [:: (Posz 1, ([::], [:: (2, [:: (0, 1)])]))]);
  (Ge, [:: (Negz 0, ([::], [:: (2, [:: (0, 1)]); (4, [:: (1, 2); (2, 3)]); (6, [:: (0, 1);
  (1, 2)])])); (Posz 1, ([:: (0, 6); (1, 7)], [:: (2, [:: (0, 6)]); (4, [:: (1, 7); (2, 3)]);
  (6, [:: (0, 6); (1, 7)]); (2, [:: (0, 1)]); (6, [:: (0, 1); (1, 2)]); (8, [::])]))])].
Definition S : seq schema := [::].
Definition goal : fact := (Ge, [:: (Negz 0, ([:: (1, 6)], [:: (2, [:: (0, 0)]); (4, [:: (1, 6);
  (2, 3)]); (6, [:: (0, 0); (1, 6)])])); (Posz 1, ([:: (0, 6); (1, 7)], [:: (2, [:: (0, 6)]);
  (4, [:: (1, 7); (2, 3)]); (6, [:: (0, 6); (1, 7)]); (2, [:: (0, 0)]); (8, [::])]))]).
Definition p : proof := (Comb (Combine 1 (Ge, [:: (Negz 0, ([::], [:: (4, [:: (1, 2); (2, 3)]);
  (6, [:: (0, 1); (1, 2)])])); (Posz 1, ([:: (0, 6); (1, 7)], [:: (2, [:: (0, 6)]);
  (4, [:: (1, 7); (2, 3)]); (6, [:: (0, 6); (1, 7)]); (6, [:: (0, 1); (1, 2)]);
  (8, [::])]))]) [:: (Known 0 [:: ((0, 1), (0, 1))] 2)] [:: (Term (Posz 1) [:: (Known 1 [:: ((1,
  2), (1, 2)); ((0, 1), (0, 1))] 2)] [::])]) (Comb (Combine 1 (Ge, [:: (Negz 0, ([:: (1, 6)],
  [:: (2, [:: (0, 0)]); (4, [:: (1, 6); (2, 3)]); (6, [:: (0, 0); (1, 6)])]));
  (Posz 1, ([:: (0, 6); (1, 7)], [:: (2, [:: (0, 6)]); (4, [:: (1, 7); (2, 3)]); (6, [:: (0, 6);
  (1, 7)]); (2, [:: (0, 0)]);
  (8, [::])]))]) [::] [:: (Term (Posz 1) [:: (Known 2 [:: ((1, 2), (1, 5));
  ((0, 1), (0, 0))] 2); (Declared Nonneg (2, [:: (0, 0)]))] [:: (1, 5)])]) Done)).
Lemma ok : check D C 100 A S A p goal. Proof. by vm_compute. Qed.
End Pre.

(* pml(P, W & U, y, z) <= pml(P, W, y) + pml(P, U | W, y, z)
   alphabets: 0 X, 1 Y, 2 Z
   tensors: 2 (U | P, W)(Y, Z), 4 P(X), 6 U(X, Y, Z), 8 W(X, Y), 10 t1, 12 t2
   hypotheses: P has full support, without loss of generality; pml(P, W, y) <= log t1 (2);
  definition of (U | P, W); pml(P, U | W, y, z) <= log t2 (2)
*)
Module Composition.
Definition D : seq declaration := [:: (Declaration [:: 1; 2] true false false false [:: 1]);
  (Declaration [:: 0] true false false false [:: 0]); (Declaration [:: 0; 1;
  2] true false false false [:: 2]); (Declaration [:: 0; 1] true false false false [:: 1]);
  (Declaration [::] true true false false [::]); (Declaration [::] true true false false [::])].
Definition C : seq letter := [:: (0, 0); (1, 2); (2, 4)].
Definition A : seq fact := [:: (Gt, [:: (Posz 1, ([::], [:: (4, [:: (0, 1)])]))]);
  (Ge, [:: (Negz 0, ([::], [:: (4, [:: (0, 1)]); (8, [:: (0, 1); (1, 2)])]));
  (Posz 1, ([:: (0, 6)], [:: (4, [:: (0, 6)]); (8, [:: (0, 6); (1, 2)]); (4, [:: (0, 1)]);
  (10, [::])]))]); (Eq, [:: (Negz 0, ([:: (0, 6)], [:: (4, [:: (0, 6)]); (6, [:: (0, 6); (1, 3);
  (2, 5)]); (8, [:: (0, 6); (1, 3)])])); (Posz 1, ([:: (0, 6)], [:: (2, [:: (1, 3); (2, 5)]);
  (4, [:: (0, 6)]); (8, [:: (0, 6); (1, 3)])]))]);
  (Ge, [:: (Negz 0, ([::], [:: (4, [:: (0, 1)]); (6, [:: (0, 1); (1, 2); (2, 4)]);
  (8, [:: (0, 1); (1, 2)])])); (Posz 1, ([::], [:: (2, [:: (1, 2); (2, 4)]); (4, [:: (0, 1)]);
  (8, [:: (0, 1); (1, 2)]); (12, [::])]))])].
Definition S : seq schema := [::].
Definition goal : fact := (Ge, [:: (Negz 0, ([::], [:: (4, [:: (0, 0)]); (6, [:: (0, 0); (1, 2);
  (2, 4)]); (8, [:: (0, 0); (1, 2)])])); (Posz 1, ([:: (0, 6)], [:: (4, [:: (0, 6)]);
  (6, [:: (0, 6); (1, 2); (2, 4)]); (8, [:: (0, 6); (1, 2)]); (4, [:: (0, 0)]); (10, [::]);
  (12, [::])]))]).
Definition p : proof := (Comb (Combine 1 (Ge, [:: (Negz 0, ([::], [:: (8, [:: (0, 1);
  (1, 2)])])); (Posz 1, ([:: (0, 6)], [:: (4, [:: (0, 6)]); (8, [:: (0, 6); (1, 2)]);
  (10, [::])]))]) [:: (Known 0 [:: ((0, 1), (0, 1))] 1)] [:: (Term (Posz 1) [:: (Known 1 [::
  ((0, 1), (0, 1))] 1)] [::])]) (Comb (Combine 1 (Ge, [:: (Negz 0, ([::], [:: (6, [:: (0, 1);
  (1, 2); (2, 4)]); (8, [:: (0, 1); (1, 2)])])); (Posz 1, ([::], [:: (2, [:: (1, 2); (2, 4)]);
  (8, [:: (0, 1); (1, 2)]);
  (12, [::])]))]) [:: (Known 0 [:: ((0, 1), (0, 1))] 1)] [:: (Term (Posz 1) [:: (Known 3 [::
  ((0, 1), (0, 1))] 1)] [::])]) (Comb (Combine 1 (Ge, [:: (Negz 0, ([::], [:: (4, [:: (0, 0)]);
  (6, [:: (0, 0); (1, 2); (2, 4)]); (8, [:: (0, 0); (1, 2)])]));
  (Posz 1, ([:: (0, 6)], [:: (4, [:: (0, 6)]); (6, [:: (0, 6); (1, 2); (2, 4)]); (8, [:: (0, 6);
  (1, 2)]); (4, [:: (0, 0)]); (10, [::]);
  (12, [::])]))]) [::] [:: (Term (Negz 0) [:: (Known 2 [:: ((1, 3), (1, 2));
  ((2, 5), (2, 4))] 1); (Declared Nonneg (4, [:: (0, 0)])); (Declared Nonneg (10, [::]));
  (Declared Nonneg (12, [::]))] [::]); (Term (Posz 1) [:: (Known 5 [:: ((0, 1), (0, 0))] 1);
  (Declared Nonneg (4, [:: (0, 0)]))] [::]);
  (Term (Posz 1) [:: (Known 4 [:: ((0, 1), (0, 0))] 1); (Declared Nonneg (2, [:: (1, 2);
  (2, 4)])); (Declared Nonneg (4, [:: (0, 0)])); (Declared Nonneg (12, [::]))] [::])]) Done))).
Lemma ok : check D C 100 A S A p goal. Proof. by vm_compute. Qed.
End Composition.

(* maxleak(W >> V) <= min(maxleak(W), maxleak(V))
   alphabets: 0 X, 1 Y, 2 Z
   tensors: 2 M1(Y), 4 V(Y, Z), 6 W(X, Y), 8 c1(Z, X), 10 t1
   hypotheses: maxleak(W) <= log t1; maxleak(W) <= log t1 (2)
*)
Module MaxPost.
Definition D : seq declaration := [:: (Declaration [:: 1] true false false false [::]);
  (Declaration [:: 1; 2] true false false false [:: 1]); (Declaration [:: 0;
  1] true false false false [:: 1]); (Declaration [:: 2; 0] true false false false [:: 1]);
  (Declaration [::] true true false false [::])].
Definition C : seq letter := [::].
Definition A : seq fact := [:: (Ge, [:: (Posz 1, ([::], [:: (2, [:: (1, 0)])]));
  (Negz 0, ([::], [:: (6, [:: (0, 1); (1, 0)])]))]);
  (Ge, [:: (Negz 0, ([:: (1, 5)], [:: (2, [:: (1, 5)])])); (Posz 1, ([::], [:: (10, [::])]))])].
Definition S : seq schema := [::].
Definition goal : fact := (Ge, [:: (Negz 0, ([:: (1, 5); (2, 6); (0, 7)], [:: (4, [:: (1, 5);
  (2, 6)]); (6, [:: (0, 7); (1, 5)]); (8, [:: (2, 6); (0, 7)])]));
  (Posz 1, ([::], [:: (10, [::])]))]).
Definition p : proof := (Comb (Combine 1 (Ge, [:: (Negz 0, ([:: (1, 5); (2, 6);
  (0, 7)], [:: (4, [:: (1, 5); (2, 6)]); (6, [:: (0, 7); (1, 5)]); (8, [:: (2, 6); (0, 7)])]));
  (Posz 1, ([::], [:: (10, [::])]))]) [::] [:: (Term (Posz 1) [:: (Known 0 [:: ((1, 0), (1, 2));
  ((0, 1), (0, 4))] 3); (Declared Nonneg (4, [:: (1, 2); (2, 3)]));
  (Declared Nonneg (8, [:: (2, 3); (0, 4)]))] [:: (1, 2); (2, 3); (0, 4)]);
  (Term (Posz 1) [:: (Known 1 [::] 3)] [::])]) Done).
Lemma ok : check D C 100 A S A p goal. Proof. by vm_compute. Qed.
End MaxPost.

(* maxleak(W >> V) <= min(maxleak(W), maxleak(V))
   alphabets: 0 X, 1 Y, 2 Z
   tensors: 2 M1(Z), 4 V(Y, Z), 6 W(X, Y), 8 c1(Z, X), 10 t1
   hypotheses: maxleak(V) <= log t1; maxleak(V) <= log t1 (2)
*)
Module MaxPre.
Definition D : seq declaration := [:: (Declaration [:: 2] true false false false [::]);
  (Declaration [:: 1; 2] true false false false [:: 1]); (Declaration [:: 0;
  1] true false false false [:: 1]); (Declaration [:: 2; 0] true false false false [:: 1]);
  (Declaration [::] true true false false [::])].
Definition C : seq letter := [::].
Definition A : seq fact := [:: (Ge, [:: (Posz 1, ([::], [:: (2, [:: (2, 0)])]));
  (Negz 0, ([::], [:: (4, [:: (1, 1); (2, 0)])]))]);
  (Ge, [:: (Negz 0, ([:: (2, 5)], [:: (2, [:: (2, 5)])])); (Posz 1, ([::], [:: (10, [::])]))])].
Definition S : seq schema := [::].
Definition goal : fact := (Ge, [:: (Negz 0, ([:: (1, 5); (2, 6); (0, 7)], [:: (4, [:: (1, 5);
  (2, 6)]); (6, [:: (0, 7); (1, 5)]); (8, [:: (2, 6); (0, 7)])]));
  (Posz 1, ([::], [:: (10, [::])]))]).
Definition p : proof := (Comb (Combine 1 (Ge, [:: (Negz 0, ([:: (1, 5); (2, 6);
  (0, 7)], [:: (4, [:: (1, 5); (2, 6)]); (6, [:: (0, 7); (1, 5)]); (8, [:: (2, 6); (0, 7)])]));
  (Posz 1, ([::], [:: (10, [::])]))]) [::] [:: (Term (Posz 1) [:: (Known 0 [:: ((2, 0), (2, 3));
  ((1, 1), (1, 2))] 3); (Declared Nonneg (6, [:: (0, 4); (1, 2)]));
  (Declared Nonneg (8, [:: (2, 3); (0, 4)]))] [:: (1, 2); (2, 3); (0, 4)]);
  (Term (Posz 1) [:: (Known 1 [::] 3)] [::])]) Done).
Lemma ok : check D C 100 A S A p goal. Proof. by vm_compute. Qed.
End MaxPre.

(* ldp(W) <= eps => pml(P, W) <= -log(pmin(P) + exp(-eps)*(1 - pmin(P)))
   alphabets: 0 X, 1 Y
   tensors: 2 P(X), 4 W(X, Y), 6 exp(eps), 8 m1
   hypotheses: P has full support, without loss of generality; ldp(W) <= eps; pmin(P) >= m1
*)
Module FromLDP.
Definition D : seq declaration := [:: (Declaration [:: 0] true false false false [:: 0]);
  (Declaration [:: 0; 1] true false false false [:: 1]);
  (Declaration [::] false true false false [::]); (Declaration [::] true true true false [::])].
Definition C : seq letter := [:: (0, 1); (1, 3)].
Definition A : seq fact := [:: (Gt, [:: (Posz 1, ([::], [:: (2, [:: (0, 0)])]))]);
  (Ge, [:: (Negz 0, ([::], [:: (4, [:: (0, 0); (1, 4)])])); (Posz 1, ([::], [:: (4, [:: (0, 2);
  (1, 4)]); (6, [::])]))]); (Ge, [:: (Posz 1, ([::], [:: (2, [:: (0, 0)]); (2, [:: (0, 0)])]));
  (Negz 0, ([::], [:: (2, [:: (0, 0)]); (8, [::])]))])].
Definition S : seq schema := [::].
Definition goal : fact := (Ge, [:: (Negz 0, ([::], [:: (2, [:: (0, 1)]); (4, [:: (0, 1);
  (1, 3)])])); (Posz 1, ([:: (0, 5)], [:: (2, [:: (0, 5)]); (4, [:: (0, 5); (1, 3)]);
  (2, [:: (0, 1)]); (6, [::])])); (Posz 1, ([::], [:: (2, [:: (0, 1)]); (4, [:: (0, 1);
  (1, 3)]); (8, [::])])); (Negz 0, ([::], [:: (2, [:: (0, 1)]); (4, [:: (0, 1); (1, 3)]);
  (6, [::]); (8, [::])]))]).
Definition p : proof := (Comb (Combine 1 (Ge, [:: (Posz 1, ([::], [:: (2, [:: (0, 0)])]));
  (Negz 0, ([::], [:: (8, [::])]))]) [:: (Known 0 [:: ((0, 0), (0, 0))] 1)] [:: (Term (Posz 1)
  [:: (Known 2 [:: ((0, 0), (0, 0))] 1)] [::])]) (Comb (Combine 1 (Ge, [:: (Negz 0, ([::], [::
  (2, [:: (0, 1)]); (4, [:: (0, 1); (1, 3)])])); (Posz 1, ([:: (0, 5)], [:: (2, [:: (0, 5)]);
  (4, [:: (0, 5); (1, 3)]); (2, [:: (0, 1)]); (6, [::])]));
  (Posz 1, ([::], [:: (2, [:: (0, 1)]); (4, [:: (0, 1); (1, 3)]); (8, [::])]));
  (Negz 0, ([::], [:: (2, [:: (0, 1)]); (4, [:: (0, 1); (1, 3)]); (6, [::]);
  (8, [::])]))]) [::] [:: (Term (Posz 1) [:: (Known 3 [:: ((0, 0), (0, 1))] 1);
  (Known 1 [:: ((0, 0), (0, 1)); ((0, 2), (0, 1)); ((1, 4), (1, 3))] 2);
  (Declared Nonneg (2, [:: (0, 1)]))] [::]); (Term (Posz 1) [:: (Known 1 [:: ((0, 0), (0, 1));
  ((0, 2), (0, 2)); ((1, 4), (1, 3))] 1); (Declared Nonneg (2, [:: (0, 2)]));
  (Declared AtMost (0, [:: (0, 2); (0, 1)]));
  (Declared Nonneg (2, [:: (0, 1)]))] [:: (0, 2)])]) Done)).
Lemma ok : check D C 100 A S A p goal. Proof. by vm_compute. Qed.
End FromLDP.

(* pml(P, W) <= -log(pmin(P))
   alphabets: 0 X, 1 Y
   tensors: 2 P(X), 4 W(X, Y), 6 m1
   hypotheses: P has full support, without loss of generality; pmin(P) >= m1
*)
Module Rarest.
Definition D : seq declaration := [:: (Declaration [:: 0] true false false false [:: 0]);
  (Declaration [:: 0; 1] true false false false [:: 1]);
  (Declaration [::] true true true false [::])].
Definition C : seq letter := [:: (0, 0); (1, 2)].
Definition A : seq fact := [:: (Gt, [:: (Posz 1, ([::], [:: (2, [:: (0, 1)])]))]);
  (Ge, [:: (Posz 1, ([::], [:: (2, [:: (0, 1)]); (2, [:: (0, 1)])]));
  (Negz 0, ([::], [:: (2, [:: (0, 1)]); (6, [::])]))])].
Definition S : seq schema := [::].
Definition goal : fact := (Ge, [:: (Posz 1, ([:: (0, 5)], [:: (2, [:: (0, 5)]); (4, [:: (0, 5);
  (1, 2)]); (2, [:: (0, 0)])])); (Negz 0, ([::], [:: (2, [:: (0, 0)]); (4, [:: (0, 0); (1, 2)]);
  (6, [::])]))]).
Definition p : proof := (Comb (Combine 1 (Ge, [:: (Posz 1, ([::], [:: (2, [:: (0, 1)])]));
  (Negz 0, ([::], [:: (6, [::])]))]) [:: (Known 0 [:: ((0, 1), (0, 1))] 1)] [:: (Term (Posz 1)
  [:: (Known 1 [:: ((0, 1), (0, 1))] 1)] [::])]) (Comb (Combine 1 (Ge, [:: (Posz 1, ([:: (0,
  5)], [:: (2, [:: (0, 5)]); (4, [:: (0, 5); (1, 2)]); (2, [:: (0, 0)])]));
  (Negz 0, ([::], [:: (2, [:: (0, 0)]); (4, [:: (0, 0); (1, 2)]);
  (6, [::])]))]) [::] [:: (Term (Posz 1) [:: (Known 2 [:: ((0, 1), (0, 0))] 1);
  (Declared Nonneg (2, [:: (0, 0)])); (Declared Nonneg (4, [:: (0, 0); (1, 2)]))] [::]);
  (Term (Posz 1) [:: (Declared Nonneg (2, [:: (0, 4)])); (Declared Nonneg (2, [:: (0, 0)]));
  (Declared Nonneg (4, [:: (0, 4); (1, 2)])); (Declared AtMost (0, [:: (0, 4);
  (0, 0)]))] [:: (0, 4)])]) Done)).
Lemma ok : check D C 100 A S A p goal. Proof. by vm_compute. Qed.
End Rarest.

(* pml(P, W) <= eps and exp(eps)*(1 - pmin(P)) < 1 => -density_min(P, W) <= -log((1 -
  exp(eps)*(1 - pmin(P)))/pmin(P))
   alphabets: 0 X, 1 Y
   tensors: 2 P(X), 4 W(X, Y), 6 exp(eps), 8 m1
   hypotheses: P has full support, without loss of generality; pml(P, W) <= eps; pmin(P) >= m1
*)
Module FromBelow.
Definition D : seq declaration := [:: (Declaration [:: 0] true false false false [:: 0]);
  (Declaration [:: 0; 1] true false false false [:: 1]);
  (Declaration [::] false true false false [::]); (Declaration [::] true true true false [::])].
Definition C : seq letter := [:: (0, 3); (1, 1)].
Definition A : seq fact := [:: (Gt, [:: (Posz 1, ([::], [:: (2, [:: (0, 0)])]))]);
  (Ge, [:: (Negz 0, ([::], [:: (2, [:: (0, 0)]); (4, [:: (0, 0); (1, 2)])]));
  (Posz 1, ([:: (0, 7)], [:: (2, [:: (0, 7)]); (4, [:: (0, 7); (1, 2)]); (2, [:: (0, 0)]);
  (6, [::])]))]); (Ge, [:: (Posz 1, ([::], [:: (2, [:: (0, 0)]); (2, [:: (0, 0)])]));
  (Negz 0, ([::], [:: (2, [:: (0, 0)]); (8, [::])]))])].
Definition S : seq schema := [::].
Definition goal : fact := (Ge, [:: (Negz 0, ([:: (0, 7)], [:: (2, [:: (0, 7)]); (4, [:: (0, 7);
  (1, 1)]); (2, [:: (0, 3)])])); (Posz 1, ([:: (0, 7)], [:: (2, [:: (0, 7)]); (4, [:: (0, 7);
  (1, 1)]); (2, [:: (0, 3)]); (6, [::])])); (Posz 1, ([::], [:: (2, [:: (0, 3)]);
  (4, [:: (0, 3); (1, 1)]); (8, [::])])); (Negz 0, ([:: (0, 7)], [:: (2, [:: (0, 7)]);
  (4, [:: (0, 7); (1, 1)]); (2, [:: (0, 3)]); (6, [::]); (8, [::])]))]).
Definition p : proof := (Comb (Combine 1 (Ge, [:: (Negz 0, ([::], [:: (4, [:: (0, 0);
  (1, 2)])])); (Posz 1, ([:: (0, 7)], [:: (2, [:: (0, 7)]); (4, [:: (0, 7); (1, 2)]);
  (6, [::])]))]) [:: (Known 0 [:: ((0, 0), (0, 0))] 1)] [:: (Term (Posz 1) [:: (Known 1 [:: ((0,
  0), (0, 0)); ((1, 2), (1, 2))] 1)] [::])]) (Comb (Combine 1 (Ge, [:: (Posz 1, ([::], [:: (2,
  [:: (0, 0)])])); (Negz 0, ([::], [:: (8, [::])]))]) [:: (Known 0 [:: ((0, 0), (0, 0))] 1)] [::
  (Term (Posz 1) [:: (Known 2 [:: ((0, 0), (0, 0))] 1)] [::])]) (Comb (Combine 1 (Ge, [:: (Negz
  0, ([:: (0, 7)], [:: (2, [:: (0, 7)]); (4, [:: (0, 7); (1, 1)]); (2, [:: (0, 3)])]));
  (Posz 1, ([:: (0, 7)], [:: (2, [:: (0, 7)]); (4, [:: (0, 7); (1, 1)]); (2, [:: (0, 3)]);
  (6, [::])])); (Posz 1, ([::], [:: (2, [:: (0, 3)]); (4, [:: (0, 3); (1, 1)]); (8, [::])]));
  (Negz 0, ([:: (0, 7)], [:: (2, [:: (0, 7)]); (4, [:: (0, 7); (1, 1)]); (2, [:: (0, 3)]);
  (6, [::]); (8, [::])]))]) [::] [:: (Term (Posz 1) [:: (Known 3 [:: ((0, 0), (0, 5));
  ((1, 2), (1, 1))] 1); (Known 4 [:: ((0, 0), (0, 5))] 2);
  (Declared Nonneg (2, [:: (0, 3)]))] [:: (0, 5)]);
  (Term (Posz 1) [:: (Known 3 [:: ((0, 0), (0, 6)); ((1, 2), (1, 1))] 1);
  (Declared AtMost (0, [:: (0, 6); (0, 3)])); (Declared Nonneg (2, [:: (0, 3)]));
  (Declared Nonneg (8, [::]))] [:: (0, 6)])]) Done))).
Lemma ok : check D C 100 A S A p goal. Proof. by vm_compute. Qed.
End FromBelow.

(* eml(P, W >> V, delta) <= eml(P, W, delta)
   alphabets: 0 X, 1 Y, 2 Z
   tensors: 2 P(X), 4 V(Y, Z), 6 W(X, Y), 8 a1(Y), 10 a2(Z), 12 delta', 14 t1
   hypotheses: P has full support, without loss of generality; a2 is heavy;
  eml(P, W, delta) <= log t1 (2)
*)
Module EventPost.
Definition D : seq declaration := [:: (Declaration [:: 0] true false false false [:: 0]);
  (Declaration [:: 1; 2] true false false false [:: 1]); (Declaration [:: 0;
  1] true false false false [:: 1]); (Declaration [:: 1] true false true false [::]);
  (Declaration [:: 2] true false true false [::]);
  (Declaration [::] true false true false [::]); (Declaration [::] true true false false [::])].
Definition C : seq letter := [:: (0, 2)].
Definition A : seq fact := [:: (Gt, [:: (Posz 1, ([::], [:: (2, [:: (0, 0)])]))]);
  (Ge, [:: (Posz 1, ([:: (0, 6); (1, 7); (2, 8)], [:: (2, [:: (0, 6)]); (4, [:: (1, 7);
  (2, 8)]); (6, [:: (0, 6); (1, 7)]); (10, [:: (2, 8)])])); (Negz 0, ([::], [:: (12, [::])]))])].
Definition S : seq schema := [:: (Schema 8 [:: (Ge, [:: (Posz 1, ([:: (0, 6);
  (1, 7)], [:: (2, [:: (0, 6)]); (6, [:: (0, 6); (1, 7)]); (8, [:: (1, 7)])]));
  (Negz 0, ([::], [:: (12, [::])]))])] (Ge, [:: (Negz 0, ([:: (1, 6)], [:: (2, [:: (0, 0)]);
  (6, [:: (0, 0); (1, 6)]); (8, [:: (1, 6)])])); (Posz 1, ([:: (0, 6);
  (1, 7)], [:: (2, [:: (0, 6)]); (6, [:: (0, 6); (1, 7)]); (8, [:: (1, 7)]); (2, [:: (0, 0)]);
  (14, [::])]))]))].
Definition goal : fact := (Ge, [:: (Negz 0, ([:: (1, 6); (2, 7)], [:: (2, [:: (0, 2)]);
  (4, [:: (1, 6); (2, 7)]); (6, [:: (0, 2); (1, 6)]); (10, [:: (2, 7)])]));
  (Posz 1, ([:: (0, 6); (1, 7); (2, 8)], [:: (2, [:: (0, 6)]); (4, [:: (1, 7); (2, 8)]);
  (6, [:: (0, 6); (1, 7)]); (10, [:: (2, 8)]); (2, [:: (0, 2)]); (14, [::])]))]).
Definition p : proof := (Comb (Combine 1 (Ge, [:: (Posz 1, ([::], [::]))]) [::] [:: (Term (Posz
  1) [::] [::])]) (Comb (Combine 1 (Ge, [:: (Posz 1, ([:: (0, 6); (1, 7);
  (2, 8)], [:: (2, [:: (0, 6)]); (4, [:: (1, 7); (2, 8)]); (6, [:: (0, 6); (1, 7)]);
  (10, [:: (2, 8)])]));
  (Negz 0, ([::], [:: (12, [::])]))]) [::] [:: (Term (Posz 1) [:: (Known 1 [::] 3)] [::])])
  (Comb (Combine 1 (Ge, [:: (Posz 1, ([:: (2, 6)], [:: (4, [:: (1, 1); (2, 6)]);
  (10, [:: (2, 6)])]))]) [::] [:: (Term (Posz 1) [:: (Declared Nonneg (4, [:: (1, 1); (2, 4)]));
  (Declared Nonneg (10, [:: (2, 4)]))] [:: (2, 4)])]) (Comb (Combine 1 (Ge, [:: (Posz 1, ([::],
  [::])); (Negz 0, ([:: (2, 6)], [:: (4, [:: (1, 1); (2, 6)]);
  (10, [:: (2, 6)])]))]) [::] [:: (Term (Posz 1) [:: (Declared AtMost (10, [:: (2, 4)]));
  (Declared Nonneg (4, [:: (1, 1);
  (2, 4)]))] [:: (2, 4)])]) (Inst (Instance 0 [:: (1, 5)] [:: (Posz 1, ([:: (2, 6)], [:: (4, [::
  (1, 5); (2, 6)]); (10, [:: (2, 6)])]))] 1 [:: (Posz 1, ([::], [::]))] (Known 2 [::] 30) [::
  (Known 3 [::] 30); (Known 4 [:: ((1, 1), (1, 66))] 30);
  (Known 5 [:: ((1, 1), (1, 66))] 30)] (Ge, [:: (Negz 0, ([:: (1, 6);
  (2, 7)], [:: (2, [:: (0, 0)]); (4, [:: (1, 6); (2, 7)]); (6, [:: (0, 0); (1, 6)]);
  (10, [:: (2, 7)])])); (Posz 1, ([:: (0, 6); (1, 7); (2, 8)], [:: (2, [:: (0, 6)]);
  (4, [:: (1, 7); (2, 8)]); (6, [:: (0, 6); (1, 7)]); (10, [:: (2, 8)]); (2, [:: (0, 0)]);
  (14, [::])]))]) 66 3) (Comb (Combine 1 (Ge, [:: (Negz 0, ([:: (1, 6);
  (2, 7)], [:: (4, [:: (1, 6); (2, 7)]); (6, [:: (0, 0); (1, 6)]); (10, [:: (2, 7)])]));
  (Posz 1, ([:: (0, 6); (1, 7); (2, 8)], [:: (2, [:: (0, 6)]); (4, [:: (1, 7); (2, 8)]);
  (6, [:: (0, 6); (1, 7)]); (10, [:: (2, 8)]);
  (14, [::])]))]) [:: (Known 0 [:: ((0, 0), (0, 0))] 3)] [:: (Term (Posz 1) [:: (Known 6 [::
  ((0, 0), (0, 0))] 3)] [::])]) (Comb (Combine 1 (Ge, [:: (Negz 0, ([:: (1, 6);
  (2, 7)], [:: (2, [:: (0, 2)]); (4, [:: (1, 6); (2, 7)]); (6, [:: (0, 2); (1, 6)]);
  (10, [:: (2, 7)])])); (Posz 1, ([:: (0, 6); (1, 7); (2, 8)], [:: (2, [:: (0, 6)]);
  (4, [:: (1, 7); (2, 8)]); (6, [:: (0, 6); (1, 7)]); (10, [:: (2, 8)]); (2, [:: (0, 2)]);
  (14, [::])]))]) [::] [:: (Term (Posz 1) [:: (Known 7 [:: ((0, 0), (0, 2))] 3);
  (Declared Nonneg (2, [:: (0, 2)]))] [::])]) Done))))))).
Lemma ok : check D C 100 A S A p goal. Proof. by vm_compute. Qed.
End EventPost.
