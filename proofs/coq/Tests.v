(* The steps that no exported certificate takes, by hand: accepted,
  and refused where they must be. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent ConvexRows Certificate Checker Same Induction.
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
Lemma split_ok : check [:: scalar] [::] 100 [::] [::] by_sign sq. Proof. by vm_compute. Qed.
(* without the second case *)
Lemma split_no : check [:: scalar] [::] 100 [::] [::]
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
Lemma split_quantified : check [:: vector] [::] 100 [::] [::] by_sign_x sqx = false.
Proof. by vm_compute. Qed.
Lemma split_constant : check [:: vector] [:: (0, 0)] 100 [::] [::] by_sign_x sqx.
Proof. by vm_compute. Qed.

(* the same letter as a constant inside, under another name: c(x)^2 >= 0 for all x *)
Definition inner (x : letter) : fact := (Ge, only [:: (2, [:: x]); (2, [:: x])]).
Definition by_sign_of (x : letter) (s : seq (letter * letter)) : proof :=
  let it := Comb (Combine 1 (inner x) [::] [:: Term (Posz 1) [:: Known 0 [::] 0;
    Known 0 [::] 0] [::]]) Done in
  Split sqx (only [:: (2, [:: x])]) s it it Done.
Lemma split_letter :
  check [:: vector] [::] 100 [::] [::] (by_sign_of (0, 1) [:: ((0, 0), (0, 1))]) sqx.
Proof. by vm_compute. Qed.
(* a letter of another alphabet; one that is constant already; none *)
Lemma split_alphabet :
  check [:: vector] [::] 100 [::] [::] (by_sign_of (1, 1) [:: ((0, 0), (1, 1))]) sqx = false.
Proof. by vm_compute. Qed.
Lemma split_taken :
  check [:: vector] [:: (0, 1)] 100 [::] [::] (by_sign_of (0, 1) [:: ((0, 0), (0, 1))]) sqx = false.
Proof. by vm_compute. Qed.
Lemma split_unnamed : check [:: vector] [::] 100 [::] [::] (by_sign_of (0, 1) [::]) sqx = false.
Proof. by vm_compute. Qed.
(* the case holds of the one letter, and may not be used at another *)
Lemma split_one_letter : check [:: vector] [::] 100 [::] [::]
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
Lemma limit_ok : check [:: scalar; level] [::] 100 [:: pos] [::] by_limit pos.
Proof. by vm_compute. Qed.
(* a limit in what a hypothesis speaks of *)
Definition plus1 : fact := (Ge, only [:: c] ++ only [:: l]).
Lemma limit_no : check [:: scalar;
    level] [::] 100 [:: plus1] [::] (Lim (Limit 4 0 pos) Done) pos = false.
Proof. by vm_compute. Qed.

(* an indicator that is not new, and one that the goal speaks of *)
Definition flag := Declaration [::] false false false true [::].
Definition i2 := Indicate 4 [::] (only [:: c]).
Definition D2 := [:: scalar; flag].
Definition said := defining i2.
Lemma indicate_goal : check D2 [::] 100 [::] [::] (Indi i2 Done) said = false.
Proof. by vm_compute. Qed.
Lemma indicate_twice : check D2 [::] 100 [::] [::] (Indi i2 (Indi i2 Done)) (Ge, [::]) = false.
Proof. by vm_compute. Qed.
(* |c| = (1 - 2 B) c where B is new *)
Definition none : fact := (Ge, [:: (Posz 1, ([::], [::]))]).
Lemma indicate_ok : check D2 [::] 100 [::] [::]
  (Indi i2 (Comb (Combine 1 none [::] [:: Term (Posz 1) [::] [::]]) Done)) none.
Proof. by vm_compute. Qed.

(* a deterministic channel: T(x,y) T(x,z) = delta(y,z) T(x,y) *)
Definition hot := Declaration [:: 0; 1] false false false true [:: 1].
Definition t (k : nat) : atom := (2, [:: (0, 0); (1, k)]).
Definition hot_goal : fact :=
  (Eq, [:: (Posz 1, ([::], [:: t 1; t 2])); (Negz 0, ([::], [:: t 1; (0, [:: (1, 1); (1, 2)])]))]).
Lemma hot_ok : check [::
    hot] [::] 100 [::] [::] (Comb (Combine 1 hot_goal [::] [::]) Done) hot_goal.
Proof. by vm_compute. Qed.
Lemma hot_no : check [:: Declaration [:: 0;
    1] true false false false [:: 1]] [::] 100 [::] [::]
  (Comb (Combine 1 hot_goal [::] [::]) Done) hot_goal = false.
Proof. by vm_compute. Qed.

(* ---- new tensors ---- *)
Definition fraction := Declaration [:: 0] true false true false [::].
Definition px (x : nat) : atom := (2, [:: (0, x)]).
Definition qx (x : nat) : atom := (4, [:: (0, x)]).
Definition rest_of_one : poly := [:: (Posz 1, ([::], [::])); (Negz 0, ([::], [:: px 1]))].
(* q(x) = 1 - p(x), which is at least 0 and at most 1; so p - p p = p q is at least 0 *)
Definition define_q (us : seq evidence) : extension := Define 4 [:: (0, 1)] rest_of_one 1 10 us.
Definition both : seq evidence := [:: Some (Declared AtMost (px 1)); Some (Declared Nonneg (px 1))].
Definition spread_goal : fact := (Ge, [:: (Posz 1, ([::], [:: px 1])); (Negz 0, ([::], [:: px 1; px 1]))]).
Definition by_define (e : extension) : proof :=
  Exte e (Comb (Combine 1 spread_goal [::]
    [:: Term (Posz 1) [:: Declared Nonneg (px 1); Declared Nonneg (qx 1)] [::];
        Term (Negz 0) [:: Known 0 [::] 0; Declared Nonneg (px 1)] [::]]) Done).
Definition Dq := [:: fraction; fraction].
Lemma define_ok : check Dq [::] 100 [::] [::] (by_define (define_q both)) spread_goal.
Proof. by vm_compute. Qed.
Lemma define_unshown :
  check Dq [::] 100 [::] [::] (by_define (define_q [:: Some (Declared Nonneg (px 1)); None]))
    spread_goal = false.
Proof. by vm_compute. Qed.
Lemma define_goal : check Dq [::] 100 [::] [::] (Exte (define_q both) Done)
  (said_of [::] (define_q both)) = false.
Proof. by vm_compute. Qed.
Lemma define_twice : check Dq [::] 100 [::] [::]
  (Exte (define_q both) (by_define (define_q both))) spread_goal = false.
Proof. by vm_compute. Qed.
(* a letter that is neither a place nor constant *)
Lemma define_letter : check Dq [::] 100 [::] [::]
  (by_define (Define 4 [:: (0, 2)] rest_of_one 1 10 both)) spread_goal = false.
Proof. by vm_compute. Qed.

(* c(x, y) is one at one y with the largest f(x, y) *)
Definition table := Declaration [:: 0; 1] false false false false [::].
Definition choice (places : seq nat) := Declaration [:: 0; 1] false false false true places.
Definition largest (new : letter) : extension :=
  Choose 4 [:: (0, 1)] [:: (1, 2)] (only [:: (2, [:: (0, 1); (1, 2)])]) [:: new] 10.
Definition anything : proof := Comb (Combine 1 none [::] [:: Term (Posz 1) [::] [::]]) Done.
Definition chosen d e := check [:: table; d] [::] 100 [::] [::] (Exte e anything) none.
Lemma choose_ok : chosen (choice [:: 1]) (largest (1, 3)). Proof. by vm_compute. Qed.
Lemma choose_not_one : chosen (choice [::]) (largest (1, 3)) = false. Proof. by vm_compute. Qed.
Lemma choose_joint : chosen (choice [:: 0; 1]) (largest (1, 3)) = false. Proof. by vm_compute. Qed.
Lemma choose_alphabet : chosen (choice [:: 1]) (largest (0, 3)) = false. Proof. by vm_compute. Qed.

(* r(x) = 1 / f(x) *)
Definition inverse (p : bool) := Declaration [:: 0] false p false false [::].
Definition fpos (q : rel) : fact := (q, only [:: px 1]).
Definition inverted d q := check [:: vector; d] [::] 100 [:: fpos q] [::]
  (Exte (Reciprocal 4 [:: (0, 1)] 0 1) anything) none.
Lemma reciprocal_ok : inverted (inverse true) Gt. Proof. by vm_compute. Qed.
Lemma reciprocal_zero : inverted (inverse true) Ge = false. Proof. by vm_compute. Qed.
Lemma reciprocal_shape : inverted fraction Gt = false. Proof. by vm_compute. Qed.

(* ---- lemmas ----
   For f >= 0 over any alphabet X, sum f^2 + |X| - 1 >= 0, written with a delta. *)
Definition weight := Declaration [:: 0] true false false false [::].
Definition squares : fact :=
  (Ge, [:: (Posz 1, ([:: (0, 1); (0, 2)], [:: (0, [:: (0, 1); (0, 2)]); px 1; px 2]));
           (Posz 1, ([::], [:: (1, [::])])); (Negz 0, ([::], [::]))]).
Definition lemma_squares : rule := Rule [:: weight] [::] [::] [::] [::] [::] [::] squares.
Definition squares_proof : proof := Comb (Combine 1 squares [::]
  [:: Term (Posz 1) [:: Declared Nonneg (px 1); Declared Nonneg (px 1)] [:: (0, 1)];
      Term (Posz 1) [:: Declared SizeGe (1, [::])] [::]]) Done.
(* X a product of Y and Z, f(y, z) = g(y, z) / 2 *)
Definition joint (f : bool) := Declaration [:: 1; 2] f false false false [::].
Definition gyz (y z : nat) : atom := (2, [:: (1, y); (2, z)]).
Definition joint_goal : fact :=
  (Ge, [:: (Posz 1, ([:: (1, 1); (2, 2)], [:: gyz 1 2; gyz 1 2]));
           (Posz 4, ([::], [:: (3, [::]); (5, [::])])); (Negz 3, ([::], [::]))]).
Definition at_joint (bodies : seq (nat * (seq letter * poly))) (goal : fact) : application :=
  Application 0 [:: (0, [:: 1; 2])] [:: ((0, 1), [:: (1, 1); (2, 2)]); ((0, 2), [:: (1, 3); (2, 4)])]
    [:: ((0, 9), [:: (1, 9); (2, 10)])] bodies 2 10 [::] one None [:: None] 9 goal.
Definition half_g : seq (nat * (seq letter * poly)) := [:: (2, ([:: (1, 5); (2, 6)], only [:: gyz 5 6]))].
Definition applied (f : bool) bodies goal :=
  check_proof 100 [:: Lemma_ lemma_squares [::] [::] squares_proof] [::] [::] [:: joint f] [::] [::]
    (Appl (at_joint bodies goal) Done) goal.
Lemma apply_ok : applied true half_g joint_goal. Proof. by vm_compute. Qed.
(* a body that may be negative; none; places that do not fit; another statement *)
Lemma apply_unshown : applied false half_g joint_goal = false. Proof. by vm_compute. Qed.
Lemma apply_no_body : applied true [::] joint_goal = false. Proof. by vm_compute. Qed.
Lemma apply_places : applied true [:: (2, ([:: (1, 5)], only [:: gyz 5 6]))] joint_goal = false.
Proof. by vm_compute. Qed.
Lemma apply_other : applied true half_g (Ge, only [:: gyz 1 2]) = false. Proof. by vm_compute. Qed.
(* a lemma may not apply itself *)
Lemma apply_itself : check_lemmas false 100 [::] [:: Lemma_ lemma_squares [::] [::] (Appl (at_joint half_g squares) Done)] = false.
Proof. by vm_compute. Qed.

(* ---- convex terms: sum_x F(f(x), g(x)) - F(sum f, sum g) >= 0, for f, g >= 0 ---- *)
Definition D4 := [:: weight; weight; vector; scalar].
Definition fx (x : nat) : poly := only [:: (2, [:: (0, x)])].
Definition gx (x : nat) : poly := only [:: (4, [:: (0, x)])].
Definition sum_x (p : nat -> poly) : poly := summed_over [:: (0, 7)] (p 7).
Definition each : convex_term := ConvexTerm 6 u_log_u [:: (0, 1)] (fx 1) (gx 1) 1.
Definition all_of : convex_term := ConvexTerm 8 u_log_u [::] (sum_x fx) (sum_x gx) 1.
Definition jensen : fact := (Ge, [:: (Posz 1, ([:: (0, 1)], [:: (6, [:: (0, 1)])])); (Negz 0, ([::], [:: (8,
  [::])]))]).
Definition over_x (us : seq evidence) : convex :=
  Perspective u_log_u [:: (fx 3, gx 3, [:: (0, 3)], IsEntry 6 [:: (0, 3)] 10 one)] (IsEntry 8 [::] 10 one) us.
Definition in_step (D : seq declaration) (c : convex) (goal : fact) : bool :=
  check_proof 100 [::] [:: each; all_of] [::] D [::] [::] (Conv c goal Done) goal.
Lemma perspective_ok : in_step D4 (over_x [:: None; None]) jensen. Proof. by vm_compute. Qed.
Lemma perspective_unshown : in_step [:: weight; vector; vector; scalar] (over_x [:: None; None]) jensen =
  false.
Proof. by vm_compute. Qed.
Lemma perspective_turned : in_step D4 (over_x [:: None; None]) (Ge, negp jensen.2) = false.
Proof. by vm_compute. Qed.
(* another function, and arguments that are not those of the term *)
Lemma perspective_function : in_step D4 (Perspective u_square [:: (fx 3, gx 3, [:: (0, 3)], IsEntry 6 [:: (0, 3)] 10
  one)]
  (IsEntry 8 [::] 10 one) [:: None; None]) jensen = false.
Proof. by vm_compute. Qed.
Lemma perspective_arguments : in_step D4 (Perspective u_log_u [:: (gx 3, fx 3, [:: (0, 3)], IsEntry 6 [:: (0, 3)]
  10 one)]
  (IsEntry 8 [::] 10 one) [:: None; None]) jensen = false.
Proof. by vm_compute. Qed.
(* F(g f, g g) = g F(f, g), the factor g(x) being at least 0 *)
Definition scaled : convex := Scale u_log_u (gx 1) (fx 1) (gx 1) (IsEntry 6 [:: (0, 1)] 10 (gx 1))
  (IsEntry 6 [:: (0, 1)] 10 one) None.
Lemma scale_ok : in_step D4 scaled (Eq, [::]). Proof. by vm_compute. Qed.
(* F(f, f) = 0 for u log u, f for u^2 *)
Definition same_as (f : function) := Same f (fx 1) (fx 1) (fx 1) (fx 1) IsSame IsSame None None.
Lemma same_ok : in_step D4 (same_as u_log_u) (Eq, [::]). Proof. by vm_compute. Qed.
(* of a power, if it is known of which kind its order is *)
Definition power_numbered (k : int) (d : nat) : function := u_power (numeral k) d.
Definition power_of_s : function := u_power (entry 8 [::]) 1.
Lemma same_power : in_step D4 (same_as power_of_s) (Eq, [::]) = false. Proof. by vm_compute. Qed.
Lemma same_power_above : in_step D4 (same_as (power_numbered 3 1)) (Eq, [::]). Proof. by vm_compute. Qed.
Lemma same_power_none : in_step D4 (same_as (power_numbered 3 0)) (Eq, [::]) = false. Proof. by vm_compute. Qed.
Lemma one_of_powers : [seq at_one f | f <- [:: power_of_s; power_numbered 3 2; power_numbered 2 3; power_numbered 0 1;
    power_numbered 1 1; power_numbered (Negz 0) 2]]
  = [:: None; Some (Posz 1); Some (Negz 0); Some (Posz 0); Some (Posz 0); Some (Posz 0)].
Proof. by vm_compute. Qed.
(* a tensor in a term is not new *)
Lemma term_not_new : check_proof 100 [::] [:: each; all_of] [::] D4 [::] [::]
  (Exte (Define 4 [:: (0, 1)] one 1 10 [:: None]) anything) none = false.
Proof. by vm_compute. Qed.

(* ---- rows of the table: F <= a of max(u - 1, 0), at f(x) and g(x) ---- *)
Definition of_f (f : function) : convex_term := ConvexTerm 6 f [:: (0, 1)] (fx 1) (gx 1) 1.
Definition whole (f : function) : convex_term := ConvexTerm 8 f [::] one (sum_x gx) 1.
Definition here : reading := IsEntry 6 [:: (0, 3)] 10 one.
Definition below_a (f : nat) : written := WPlus (WArg 0 20) (WTimes (WNum (Negz 0)) (WFun f (WNum (Posz 0)) (WArg 0 40) (WArg 1 60) here)).
Definition args := [:: (fx 3, 1); (gx 3, 1)].
Definition signs (u u' : evidence) := [:: (WArg 0 80, u); (WArg 1 100, u')].
Definition said_above : fact := (Ge, fx 3 ++ negp (entry 6 [:: (0, 3)])).
Definition rows_in D ts p goal : bool := check_proof 100 [::] ts [::] D [::] [::] p goal.
Definition by_row (t : table_row) (goal : fact) : proof := Conv (OfTable t) goal Done.
Definition above_row := TableRow 10 args (below_a 1) (signs None None).
Lemma row_ok : rows_in D4 [:: of_f u_excess; whole u_log_u] (by_row above_row said_above) said_above. Proof. by vm_compute. Qed.
(* another row than the one that says this; an expression that is not the row's; a term of another function *)
Lemma row_other : rows_in D4 [:: of_f u_excess; whole u_log_u]
  (by_row (TableRow 11 args (below_a 1) (signs None None)) said_above) said_above = false.
Proof. by vm_compute. Qed.
Lemma row_expression : rows_in D4 [:: of_f u_root; whole u_log_u]
  (by_row (TableRow 10 args (below_a 2) (signs None None)) said_above) said_above = false.
Proof. by vm_compute. Qed.
Lemma row_function : rows_in D4 [:: of_f u_root; whole u_log_u] (by_row above_row said_above) said_above = false.
Proof. by vm_compute. Qed.
(* a statement that is stronger; one parameter too many; a denominator that is zero *)
Lemma row_stronger : rows_in D4 [:: of_f u_excess; whole u_log_u] (by_row above_row (Gt, said_above.2)) (Gt, said_above.2) = false.
Proof. by vm_compute. Qed.
Lemma row_arity : rows_in D4 [:: of_f u_excess; whole u_log_u]
  (by_row (TableRow 10 (rcons args (fx 3, 1)) (below_a 1) (signs None None)) said_above) said_above = false.
Proof. by vm_compute. Qed.
Lemma row_denominator : rows_in D4 [:: of_f u_excess; whole u_log_u]
  (by_row (TableRow 10 [:: (fx 3, 0); (gx 3, 1)] (below_a 1) (signs None None)) (Ge, [::])) (Ge, [::]) = false.
Proof. by vm_compute. Qed.
(* an argument that may be negative; a need that is another one, or left out *)
Lemma row_unshown : rows_in [:: weight; vector; vector; scalar] [:: of_f u_excess; whole u_log_u] (by_row above_row said_above)
  said_above = false.
Proof. by vm_compute. Qed.
Lemma row_need : rows_in D4 [:: of_f u_excess; whole u_log_u]
  (by_row (TableRow 10 args (below_a 1) [:: (WArg 0 80, None); (WArg 0 100, None)]) said_above) said_above = false.
Proof. by vm_compute. Qed.
Lemma row_needs : rows_in D4 [:: of_f u_excess; whole u_log_u]
  (by_row (TableRow 10 args (below_a 1) [:: (WArg 0 80, None)]) said_above) said_above = false.
Proof. by vm_compute. Qed.

(* a parameter that does not grow, and one that does: F >= c (a - b) with c = F'(1, sum g), where 0 <= c <= 1 is assumed *)
Definition slope := [:: (fx 3, 1); (gx 3, 1); (entry 8 [::], 1)].
Definition minus_ (x y : written) := WPlus x (WTimes (WNum (Negz 0)) y).
Definition tangent : written := minus_ (WFun 1 (WNum (Posz 0)) (WArg 0 20) (WArg 1 40) here)
  (WTimes (WArg 2 60) (minus_ (WArg 0 80) (WArg 1 100))).
Definition unit_slope : seq fact := [:: (Ge, entry 8 [::]); (Ge, one ++ negp (entry 8 [::]))].
Definition tangent_row := TableRow 9 slope tangent
  (signs None None ++ [:: (WArg 2 120, Some (Known 0 [::] 0)); (minus_ (WNum (Posz 1)) (WArg 2 140), Some (Known 1 [::] 0))]).
Definition below_f : fact := (Ge, entry 6 [:: (0, 3)] ++ negp (mulp (entry 8 [::]) (fx 3 ++ negp (gx 3)))).
Definition with_slope (f : function) p goal : bool :=
  check_proof 100 [::] [:: of_f u_excess; whole f] [::] D4 [::] unit_slope p goal.
Lemma row_stays : with_slope u_root (by_row tangent_row below_f) below_f. Proof. by vm_compute. Qed.
Lemma row_grows : with_slope u_square (by_row tangent_row below_f) below_f = false. Proof. by vm_compute. Qed.
Lemma row_power : [seq with_slope f (by_row tangent_row below_f) below_f | f <- [:: u_power (entry 2 [::]) 1;
    power_numbered 3 2; power_numbered 2 3; power_numbered 1 1; power_numbered (Negz 0) 2]]
  = [:: false; false; true; true; true].
Proof. by vm_compute. Qed.
(* growing inside: the whole is a root, of a term that grows *)
Definition root_of (f : function) : bool := check_proof 100 [::]
  [:: of_f u_excess; ConvexTerm 10 f [::] one (sum_x gx) 1; ConvexTerm 8 u_root [::] one (entry 10 [::]) 1] [::] (rcons D4 scalar)
  [::] unit_slope (by_row tangent_row below_f) below_f.
Lemma row_stays_inside : root_of u_excess. Proof. by vm_compute. Qed.
Lemma row_grows_inside : root_of u_log_u = false. Proof. by vm_compute. Qed.
(* nor may what is defined grow *)
Definition defined (f : function) : bool := check_proof 100 [::] [:: of_f u_excess; whole f] [::] (rcons D4 scalar) [::] [::]
  (Exte (Define 10 [::] (entry 8 [::]) 1 10 [::]) anything) none.
Lemma define_stays : defined u_root. Proof. by vm_compute. Qed.
Lemma define_grows : defined u_log_u = false. Proof. by vm_compute. Qed.

(* a limit beside a row, in which the number that goes to zero does not stand *)
Definition D5 := rcons D4 level.
Definition l5 : atom := (10, [::]).
Definition plus5 : fact := (Ge, fx 3 ++ [:: (Posz 1, ([::], [:: l5; (2, [:: (0, 3)])]))]).
Definition limit5 (p : proof) : proof :=
  Comb (Combine 1 plus5 [::] [:: Term (Posz 1) [:: Declared Nonneg (2, [:: (0, 3)])] [::];
    Term (Posz 1) [:: Declared Nonneg l5; Declared Nonneg (2, [:: (0, 3)])] [::]]) (Lim (Limit 10 0 (Ge, fx 3)) p).
Lemma limit_alone : rows_in D5 [:: of_f u_excess; whole u_log_u] (limit5 Done) (Ge, fx 3). Proof. by vm_compute. Qed.
Lemma limit_beside : rows_in D5 [:: of_f u_excess; whole u_log_u] (limit5 (by_row above_row said_above)) said_above = false.
Proof. by vm_compute. Qed.
(* a row in a lemma: f - F(f, f) >= 0 is f >= 0; a limit beside that lemma, if it is used or not *)
Definition row_at_same : proof := by_row (TableRow 10 [:: (fx 3, 1); (fx 3, 1)] (WPlus (WArg 0 20)
  (WTimes (WNum (Negz 0)) (WFun 1 (WNum (Posz 0)) (WArg 0 40) (WArg 1 60) IsSame))) [:: (WArg 0 80, None); (WArg 1 100, None)]) (Ge, fx 3).
Lemma row_at_same_ok : rows_in [:: weight] [::] row_at_same (Ge, fx 3). Proof. by vm_compute. Qed.
Definition of_row : lemma := Lemma_ (Rule [:: weight] [:: (0, 3)] [::] [::] [::] [::] [::] (Ge, fx 3)) [::] [::] row_at_same.
Lemma row_in_lemma : check_lemmas false 100 [::] [:: of_row]. Proof. by vm_compute. Qed.
Definition limit_with (lemmas : seq lemma) : bool :=
  check_proof 100 lemmas [::] [::] D5 [::] [::] (limit5 Done) (Ge, fx 3).
Lemma limit_with_lemma : limit_with [:: Lemma_ lemma_squares [::] [::] squares_proof]. Proof. by vm_compute. Qed.
Lemma limit_with_row : limit_with [:: of_row] = false. Proof. by vm_compute. Qed.

(* ---- a lemma about a term: F(1, t) <= 1 of max(u - 1, 0), for t > 0; applied at t := s / 2 ---- *)
Definition positive := Declaration [::] false true false false [::].
Definition of_one (t a d : nat) (f : function) : convex_term := ConvexTerm t f [::] (only [:: (a, [::])] ++ one) (entry a [::]) d.
Definition said_of_one (f : function) : fact := (Ge, only [:: (2, [::])] ++ one ++ negp (entry 4 [::])).
Definition t_args := [:: (only [:: (2, [::])] ++ one, 1); (entry 2 [::], 1)].
Definition at_t : reading := IsEntry 4 [::] 10 one.
Definition by_above : proof := by_row (TableRow 10 t_args (WPlus (WArg 0 20) (WTimes (WNum (Negz 0)) (WFun 1 (WNum (Posz 0)) (WArg 0 40)
  (WArg 1 60) at_t))) [:: (WArg 0 80, None); (WArg 1 100, None)]) (said_of_one u_excess).
Definition about_term (f : function) : lemma :=
  Lemma_ (Rule [:: positive; scalar] [::] [:: of_one 4 2 1 f] [::] [::] [::] [::] (said_of_one f)) [::] [::] by_above.
Lemma term_in_lemma : check_lemmas false 100 [::] [:: about_term u_excess]. Proof. by vm_compute. Qed.
Lemma term_in_lemma_other : check_lemmas false 100 [::] [:: about_term u_root] = false. Proof. by vm_compute. Qed.
(* a term of the proof alone: F(t + 1, t) - F(t + 1, t) + t >= 0; of what is proved too *)
Definition hidden_term (said : fact) (p : proof) : bool :=
  check_lemmas false 100 [::] [:: Lemma_ (Rule [:: positive; scalar] [::] [::] [::] [::] [::] [::] said) [::] [:: of_one 4 2 1 u_excess] p].
Definition with_hidden : fact := (Ge, only [:: (2, [::])]).
Definition same_hidden : proof := Conv (Same u_excess (only [:: (2, [::])] ++ one) (entry 2 [::]) (only [:: (2, [::])] ++ one)
  (entry 2 [::]) at_t at_t None None) (Eq, [::])
  (Comb (Combine 1 with_hidden [::] [:: Term (Posz 1) [:: Declared Posit (2, [::])] [::]]) Done).
Lemma term_hidden : hidden_term with_hidden same_hidden. Proof. by vm_compute. Qed.
Lemma term_hidden_said : hidden_term (said_of_one u_excess) by_above = false. Proof. by vm_compute. Qed.
(* a tensor of the proof alone, which whoever applies the lemma need not name: s = 2 t *)
Definition with_double (h : seq nat) (d : declaration) (said : fact) : lemma :=
  Lemma_ (Rule [:: positive; d] [::] [::] [::] [::] [::] [::] said) h [::]
    (Exte (Define 4 [::] (scalep 2 (entry 2 [::])) 1 10 [:: None]) (Comb (Combine 1 with_hidden [::]
      [:: Term (Posz 1) [:: Declared Posit (2, [::])] [::]]) Done)).
Definition hides h d said : bool := check_proof 100 [:: with_double h d said] [::] [::] [:: positive] [::] [::]
  (Appl (Application 0 [::] [::] [::] [:: (2, ([::], entry 2 [::]))] 1 10 [::] one None [:: None] 9 with_hidden) Done)
  with_hidden.
Lemma tensor_hidden : hides [:: 4] positive with_hidden. Proof. by vm_compute. Qed.
Lemma tensor_not_hidden : hides [::] positive with_hidden = false. Proof. by vm_compute. Qed.
Lemma tensor_hidden_said : hides [:: 2; 4] positive with_hidden = false. Proof. by vm_compute. Qed.
Lemma tensor_hidden_none : check_lemmas false 100 [::]
  [:: Lemma_ (Rule [:: positive; Declaration [:: 0] false true false true [:: 0]] [::] [::] [::] [::] [::] [::] with_hidden)
    [:: 4] [::] (Comb (Combine 1 with_hidden [::] [:: Term (Posz 1) [:: Declared Posit (2, [::])] [::]]) Done)] = false.
Proof. by vm_compute. Qed.
(* F(s / 2 + 1, s / 2) is the entry of a term with denominator two *)
Definition halved (f : function) : convex_term := ConvexTerm 4 f [::] (only [:: (2, [::])] ++ scalep 2 one) (entry 2 [::]) 2.
Definition halved_goal : fact := (Ge, only [:: (2, [::])] ++ scalep 2 one ++ negp (scalep 2 (entry 4 [::]))).
Definition at_half (c : poly) (e : image) : application := Application 0 [::] [::] [::]
  [:: (2, ([::], entry 2 [::])); (4, ([::], c))] 2 10 [:: e] one None [:: None] 9 halved_goal.
Definition half_image : image := ([::], IsEntry 4 [::] 30 (scalep 4 one)).
Definition applied_term (f : function) (c : poly) (e : image) goal : bool := check_proof 100 [:: about_term u_excess] [:: halved f] [::]
  [:: positive; scalar] [::] [::] (Appl (at_half c e) Done) goal.
Lemma apply_term : applied_term u_excess (scalep 2 (entry 4 [::])) half_image halved_goal. Proof. by vm_compute. Qed.
(* a body that is not the function of what stands for the arguments; no body; a term of another function *)
Lemma apply_term_body : applied_term u_excess (entry 4 [::]) half_image halved_goal = false. Proof. by vm_compute. Qed.
Lemma apply_term_none : applied_term u_excess [::] ([::], IsZero) halved_goal = false. Proof. by vm_compute. Qed.
Lemma apply_term_function : applied_term u_root (scalep 2 (entry 4 [::])) half_image halved_goal = false.
Proof. by vm_compute. Qed.
(* what is put in may not grow, but for terms that do in the lemma too *)
Definition s_of (f : function) : convex_term := ConvexTerm 2 f [::] one (only [:: (6, [::])] ++ one) 1.
Definition grows_in (f : function) (g : nat) : bool := check_proof 100 [:: Lemma_ (Rule [:: scalar] [::] [::] [::] [::] [::] [::] none) [::] [::] anything]
  [:: ConvexTerm 2 f [::] one (entry 4 [::]) 1] [::] [:: scalar; positive] [::] [::]
  (Appl (Application 0 [::] [::] [::] [:: (2, ([::], entry g [::]))] 1 10 [::] one None [::] 9 none) Done) none.
Lemma apply_stays : grows_in u_excess 2. Proof. by vm_compute. Qed.
Lemma apply_grows : grows_in u_log_u 2 = false. Proof. by vm_compute. Qed.

(* terms: of letters of their own, each a new tensor of which nothing is declared *)
Definition terms_only D ts : bool := check_proof 100 [::] ts [::] D [::] [::] anything none.
Lemma terms_ok : terms_only D4 [:: each; all_of]. Proof. by vm_compute. Qed.
Lemma terms_declared : terms_only [:: weight; weight; weight; scalar] [:: each; all_of] = false.
Proof. by vm_compute. Qed.
Lemma terms_letter : terms_only D4 [:: ConvexTerm 6 u_log_u [:: (0, 2)] (fx 1) (gx 1) 1] = false. Proof. by vm_compute. Qed.
Lemma terms_alphabet : terms_only D4 [:: ConvexTerm 6 u_log_u [::] one one 1] = false. Proof. by vm_compute. Qed.
Lemma terms_twice : terms_only D4 [:: each; each] = false. Proof. by vm_compute. Qed.
Lemma terms_circle : terms_only D4 [:: ConvexTerm 8 u_log_u [::] one (entry 8 [::]) 1] = false. Proof. by vm_compute. Qed.
Lemma terms_zero : terms_only D4 [:: ConvexTerm 8 u_log_u [::] one one 0] = false. Proof. by vm_compute. Qed.
Definition beside_a_rule (t : nat) : bool :=
  check_proof 100 [::] [:: each] [:: Rule D4 [::] [::] [:: 0] [:: t] [::] [::] none] D4 [::] [::] anything none.
Lemma terms_unshared : beside_a_rule 2. Proof. by vm_compute. Qed.
Lemma terms_shared : beside_a_rule 6 = false. Proof. by vm_compute. Qed.

(* ---- induction: s = t^k is positive, where t is; then s >= 0 is invariant ---- *)
Definition s_at_ (body : poly) (us : seq evidence) : application :=
  Application 0 [::] [::] [::] [:: (2, ([::], body))] 1 10 [::] one None us 9 (Ge, [::]).
Definition s_ge : fact := (Ge, only [:: (2, [::])]).
Definition powers_of_t (d : declaration) (inv : seq fact) (base next : side) : bool :=
  check_induction false 100 [::] (Induction [:: positive; d] [:: 2] [::] [:: 4] [::] [::] [::] [::] inv [::] [::] base next).
Definition s_first := Side (s_at_ one [:: None; None]) [::].
Definition s_times_t := only [:: (2, [::]); (4, [::])].
Definition s_next := Side (s_at_ s_times_t [:: None; None]) [::].
Lemma induction_ok : powers_of_t positive [:: s_ge] s_first s_next. Proof. by vm_compute. Qed.
(* a factor that may be negative; a base that is zero, or made of the state; a state that is not replaced *)
Lemma induction_step : powers_of_t scalar [:: s_ge] s_first s_next = false. Proof. by vm_compute. Qed.
Lemma induction_base : powers_of_t positive [:: s_ge] (Side (s_at_ [::] [:: None; None]) [::]) s_next = false.
Proof. by vm_compute. Qed.
Lemma induction_of_itself : powers_of_t positive [:: s_ge] (Side (s_at_ (only [:: (2, [::])]) [:: None; None]) [::])
  s_next = false.
Proof. by vm_compute. Qed.
Lemma induction_kept : powers_of_t positive [:: s_ge] s_first
  (Side (Application 0 [::] [::] [::] [::] 1 10 [::] one None [:: None; None] 9 (Ge, [::])) [::]) = false.
Proof. by vm_compute. Qed.
(* an invariant about a tensor that is neither the state's nor the same; one that is not shown *)
Definition about_t (same : seq nat) : bool := check_induction false 100 [::] (Induction [:: positive; positive] [:: 2] [::]
  same [::] [::] [::] [::] [:: (Ge, only [:: (4, [::])])] [::] [::] s_first s_next).
Lemma induction_same : about_t [:: 4]. Proof. by vm_compute. Qed.
Lemma induction_other : about_t [::] = false. Proof. by vm_compute. Qed.
Lemma induction_unshown : powers_of_t positive [:: (Ge, negp s_ge.2)] s_first s_next = false. Proof. by vm_compute. Qed.
(* s <= 1 if t <= 1, by a proof from the invariant; from a hypothesis that is none *)
Definition most (t : nat) : fact := (Ge, one ++ negp (only [:: (t, [::])])).
Definition next_most : fact := (Ge, one ++ negp s_times_t).
Definition by_most (hyps : seq fact) : proved := Proved [::] hyps
  (Comb (Combine 1 next_most [::] [:: Term (Posz 1) [:: Known 0 [::] 0] [::];
    Term (Posz 1) [:: Declared Posit (2, [::]); Known 1 [::] 0] [::]]) Done) next_most.
Definition at_most_one (shared : seq fact) : bool :=
  check_induction false 100 [::] (Induction [:: positive; positive] [:: 2] [::] [:: 4] [::] [::] [::] [::] [:: most 2] shared [::]
    s_first (Side (s_at_ s_times_t [:: Some (Known 0 [::] 0); None]) [:: by_most [:: most 2; most 4]])).
Lemma induction_proved : at_most_one [:: most 4]. Proof. by vm_compute. Qed.
Lemma induction_hypothesis : at_most_one [::] = false. Proof. by vm_compute. Qed.
(* with a term in the proof; of a tensor that the state knows *)
Definition with_a_term (t : nat) (d : declaration) : bool :=
  check_induction false 100 [::] (Induction [:: positive; positive; d] [:: 2] [::] [:: 4] [::] [::] [::] [:: of_one t 4 1 u_excess] [:: most 2] [:: most 4] [::]
    s_first (Side (s_at_ s_times_t [:: Some (Known 0 [::] 0); None])
      [:: by_most [:: most 2; most 4]])).
Lemma induction_term : with_a_term 6 scalar. Proof. by vm_compute. Qed.
Lemma induction_term_declared : with_a_term 6 positive = false. Proof. by vm_compute. Qed.
Lemma induction_term_known : with_a_term 2 scalar = false. Proof. by vm_compute. Qed.
(* an invariant about a term of the state, the root of s: it is another one of what stands for the state *)
Definition a_root (t : nat) (p : poly) : convex_term := ConvexTerm t u_root [::] p one 1.
Definition term_at (body own : poly) (r : reading) : side := Side (Application 0 [::] [::] [::] [:: (2, ([::], body));
  (6, ([::], own))] 1 10 [:: ([::], r)] one None [:: None; None] 9 (Ge, [::])) [::].
Definition root_said : poly := entry 6 [::] ++ negp (entry 6 [::]).
Definition about_a_root (fixed moving further : seq convex_term) (base next : side) : bool :=
  check_induction false 100 [::] (Induction [:: positive; positive; scalar; scalar] [:: 2] [::] [:: 4] [::]
    fixed moving further [:: (Eq, root_said)] [::] [::] base next).
Definition root_s := a_root 6 (only [:: (2, [::])]).
Definition root_s_t := a_root 8 s_times_t.
Definition root_first := term_at one (negp one) IsSame.
Definition root_next := term_at s_times_t (entry 8 [::]) (IsEntry 8 [::] 10 one).
Lemma induction_root : about_a_root [::] [:: root_s] [:: root_s_t] root_first root_next. Proof. by vm_compute. Qed.
(* said to be the same at every k; of no term; of another; a state that is made of a term *)
Lemma induction_fixed : about_a_root [:: root_s] [::] [:: root_s_t] root_first root_next = false.
Proof. by vm_compute. Qed.
Lemma induction_no_term : about_a_root [::] [::] [:: root_s; root_s_t] root_first root_next = false.
Proof. by vm_compute. Qed.
Lemma induction_other_term : about_a_root [::] [:: root_s] [:: root_s_t] root_first
  (term_at s_times_t (entry 6 [::]) (IsEntry 6 [::] 10 one)) = false.
Proof. by vm_compute. Qed.
Lemma induction_of_a_term : about_a_root [::] [:: root_s] [:: a_root 8 (mulp (entry 6 [::]) (entry 6 [::]))] root_first
  (term_at (mulp (entry 6 [::]) (entry 6 [::])) (entry 8 [::]) (IsEntry 8 [::] 10 one)) = false.
Proof. by vm_compute. Qed.

(* ---- a new alphabet, number 7, of at least 1 / s letters, where s > 0 ---- *)
Definition s_atom : atom := (2, [::]).
Definition s_fact (q : rel) : fact := (q, only [:: s_atom]).
Definition larger_in (D : seq declaration) C ts L A k (p : proof) goal : bool :=
  check_proof 100 [::] ts L D C A (Enla (Enlargement 7 k 1) p) goal.
Definition large_enough : fact := (Ge, [:: (Posz 1, ([::], [:: (15, [::]); s_atom])); (Negz 0, ([::], [::]))]).
(* 2 (|J| s - 1) >= 0 is a goal that speaks of J; so the same is concluded of s alone *)
Definition enlarged_ (q : rel) (d : declaration) : bool :=
  larger_in [:: scalar; d] [::] [::] [::] [:: s_fact q] 0 (Comb (Combine 1 large_enough [::]
    [:: Term (Posz 1) [:: Known 1 [::] 0] [::]]) anything) none.
Lemma enlarge_ok : enlarged_ Gt scalar. Proof. by vm_compute. Qed.
(* what may be zero; what is not there *)
Lemma enlarge_zero : enlarged_ Ge scalar = false. Proof. by vm_compute. Qed.
Lemma enlarge_none : larger_in [:: scalar] [::] [::] [::] [::] 0 anything none = false. Proof. by vm_compute. Qed.
(* a tensor over the alphabet, of which nothing speaks yet; one that there need not be *)
Lemma enlarge_tensor : enlarged_ Gt (Declaration [:: 7] true true false false [:: 0]). Proof. by vm_compute. Qed.
Lemma enlarge_hot : enlarged_ Gt (Declaration [:: 7] true false false true [:: 0]). Proof. by vm_compute. Qed.
Lemma enlarge_no_tensor : enlarged_ Gt (Declaration [:: 7] true true false true [:: 0]) = false. Proof. by vm_compute. Qed.
(* a number that is another at each letter, or counts the alphabet *)
Definition at_f (q : poly) (C : seq letter) (A : seq fact) goal L : bool :=
  larger_in [:: vector; Declaration [:: 7] false false false false [::]] C [::] L ((Gt, q) :: A) 0 anything goal.
Lemma enlarge_constant : at_f (fx 3) [:: (0, 3)] [::] none [::]. Proof. by vm_compute. Qed.
Lemma enlarge_letter : at_f (fx 3) [::] [::] none [::] = false. Proof. by vm_compute. Qed.
Lemma enlarge_itself : at_f (only [:: (15, [::])]) [::] [::] none [::] = false. Proof. by vm_compute. Qed.
(* a hypothesis, a goal, a rule, a term about the alphabet, or about a tensor over it *)
Definition counts : fact := (Ge, only [:: (15, [::])]).
Definition over_it : fact := (Ge, only [:: (4, [:: (7, 1)])]).
Lemma enlarge_hypothesis : at_f (fx 3) [:: (0, 3)] [:: counts] none [::] = false. Proof. by vm_compute. Qed.
Lemma enlarge_over : at_f (fx 3) [:: (0, 3)] [:: over_it] none [::] = false. Proof. by vm_compute. Qed.
Lemma enlarge_goal : larger_in [:: positive] [::] [::] [::] [:: s_fact Gt] 0
  (Comb (Combine 1 counts [::] [:: Term (Posz 1) [:: Declared Nonneg (15, [::])] [::]]) Done) counts = false.
Proof. by vm_compute. Qed.
Definition sharing (a : nat) (t : nat) := Rule [::] [::] [::] [:: a] [:: t] [::] [::] none.
Lemma enlarge_rule : at_f (fx 3) [:: (0, 3)] [::] none [:: sharing 6 2]. Proof. by vm_compute. Qed.
Lemma enlarge_rule_alphabet : at_f (fx 3) [:: (0, 3)] [::] none [:: sharing 7 2] = false. Proof. by vm_compute. Qed.
Lemma enlarge_rule_tensor : at_f (fx 3) [:: (0, 3)] [::] none [:: sharing 6 4] = false. Proof. by vm_compute. Qed.
(* beside a term, of a number that stays; of one that grows; of a term that counts the alphabet *)
Definition beside (f : function) (b : poly) (q : nat) : bool := larger_in [:: positive; scalar] [::]
  [:: ConvexTerm 4 f [::] one b 1] [::] [:: (Gt, entry q [::])] 0 anything none.
Lemma enlarge_beside : beside u_log_u (entry 2 [::]) 2. Proof. by vm_compute. Qed.
Lemma enlarge_stays : beside u_excess (entry 2 [::]) 4. Proof. by vm_compute. Qed.
Lemma enlarge_grows : beside u_log_u (entry 2 [::]) 4 = false. Proof. by vm_compute. Qed.
Lemma enlarge_in_term : beside u_log_u (entry 15 [::]) 2 = false. Proof. by vm_compute. Qed.

(* ---- a further term: F(s + 1, s) <= s + 1 of max(u - 1, 0), where a step defines s = 2 t ---- *)
Definition doubled (p : proof) : proof := Exte (Define 4 [::] (scalep 2 (entry 2 [::])) 1 10 [:: None]) p.
Definition of_double (f : function) : convex_term := of_one 6 4 1 f.
Definition plus_one (t : nat) : poly := only [:: (t, [::])] ++ one.
Definition above_double (p : proof) : proof := Conv (OfTable (TableRow 10 [:: (plus_one 4, 1); (entry 4 [::], 1)]
  (WPlus (WArg 0 20) (WTimes (WNum (Negz 0)) (WFun 1 (WNum (Posz 0)) (WArg 0 40) (WArg 1 60) (IsEntry 6 [::] 10 one))))
  [:: (WArg 0 80, None); (WArg 1 100, None)])) (Ge, plus_one 4 ++ negp (entry 6 [::])) p.
Definition later_in D L A (p : proof) goal : bool := check_proof 100 [::] [::] L D [::] A p goal.
Definition later : proof -> fact -> bool := later_in [:: positive; positive; scalar; scalar] [::] [::].
Definition by_double : proof := Entr (of_double u_excess) (above_double anything).
Lemma entry_ok : later (doubled by_double) none. Proof. by vm_compute. Qed.
(* a term that is not there, or stands before the tensor that it is about; one that stands there twice *)
Lemma entry_none : later (doubled (above_double anything)) none = false. Proof. by vm_compute. Qed.
Lemma entry_before : later (Entr (of_double u_excess) (doubled (above_double anything))) none = false. Proof. by vm_compute. Qed.
Lemma entry_twice : later (doubled (Entr (of_double u_excess) by_double)) none = false. Proof. by vm_compute. Qed.
(* of which something speaks that is assumed, shared by a rule, known, or to be shown *)
Definition of_it : fact := (Ge, entry 6 [::] ++ negp (entry 6 [::])).
Definition known_ (p : proof) : proof := Comb (Combine 1 of_it [::] [::]) p.
Definition beside_ L A : bool := later_in [:: positive; positive; scalar; scalar] L A (doubled by_double) none.
Lemma entry_beside : beside_ [:: sharing 6 2] [:: (Ge, entry 2 [::])]. Proof. by vm_compute. Qed.
Lemma entry_assumed : beside_ [::] [:: (Ge, entry 6 [::])] = false. Proof. by vm_compute. Qed.
Lemma entry_shared : beside_ [:: sharing 6 6] [::] = false. Proof. by vm_compute. Qed.
Lemma entry_known : later (doubled (known_ by_double)) none = false. Proof. by vm_compute. Qed.
Lemma known_after : later (doubled (Entr (of_double u_excess) (known_ anything))) none. Proof. by vm_compute. Qed.
Lemma entry_unshown : later (doubled (known_ Done)) of_it. Proof. by vm_compute. Qed.
Lemma entry_shown : later (doubled (Entr (of_double u_excess) (known_ Done))) of_it = false. Proof. by vm_compute. Qed.
(* of which something is declared; of itself; of letters that it does not have *)
Lemma entry_declared : later_in [:: positive; positive; positive; scalar] [::] [::] (doubled by_double) none = false.
Proof. by vm_compute. Qed.
Lemma entry_of_itself : later (doubled (Entr (of_one 6 6 1 u_excess) anything)) none = false. Proof. by vm_compute. Qed.
Lemma entry_letters : later (Entr (ConvexTerm 6 u_log_u [:: (0, 1)] one one 1) anything) none = false. Proof. by vm_compute. Qed.
(* nothing is defined that grows *)
Definition made_of (f : function) : bool := later (doubled (Entr (of_double f) (Exte (Define 8 [::] (entry 6 [::]) 1 10 [::]) anything))) none.
Lemma entry_stays : made_of u_excess. Proof. by vm_compute. Qed.
Lemma entry_grows : made_of u_log_u = false. Proof. by vm_compute. Qed.
(* in one case, and after it; what comes after it has to have its own *)
Definition in_a_case (p p' : proof) : bool := later (doubled (Split none (entry 2 [::]) [::] p anything p')) none.
Lemma entry_in_case : in_a_case by_double Done. Proof. by vm_compute. Qed.
Lemma entry_after_case : in_a_case by_double (above_double anything) = false. Proof. by vm_compute. Qed.
Lemma entry_again : in_a_case by_double by_double. Proof. by vm_compute. Qed.
(* a number of which a term speaks does not go to zero; an alphabet of which one speaks is not new *)
Definition to_zero (a : poly) : bool := later_in D5 [::] [::] (Entr (ConvexTerm 8 u_log_u [::] a one 1) (limit5 Done)) (Ge, fx 3).
Lemma entry_fixed : to_zero (sum_x fx). Proof. by vm_compute. Qed.
Lemma entry_to_zero : to_zero (only [:: l5]) = false. Proof. by vm_compute. Qed.
Definition counting (p : proof) : proof := Entr (ConvexTerm 4 u_log_u [::] one (entry 15 [::]) 1) p.
Definition enlarging (p : proof) : bool := later_in [:: positive; scalar] [::] [:: s_fact Gt] p none.
Lemma entry_larger : enlarging (Enla (Enlargement 7 0 1) (counting anything)). Proof. by vm_compute. Qed.
Lemma entry_counted : enlarging (counting (Enla (Enlargement 7 0 1) anything)) = false. Proof. by vm_compute. Qed.

(* ---- orders that are letters: of powers F of order o (2), at p (4) and q (6), with a further letter o' (12) ---- *)
Definition order_ : poly := entry 2 [::].
Definition at_p : poly := entry 4 [::].
Definition at_q : poly := entry 6 [::].
Definition D_orders := [:: positive; positive; positive; scalar; scalar; positive].
Definition F_at (t : nat) (f : function) (a b : poly) : convex_term := ConvexTerm t f [::] a b 1.
Definition entry_of (t : nat) : reading := IsEntry t [::] 10 one.
Definition of_order (f : function) : seq convex_term := [:: F_at 8 f at_p at_q; F_at 10 f one one].
Definition with_orders (ts : seq convex_term) (A : seq fact) (row : table_row) (says : poly) : bool :=
  check_proof 100 [::] ts [::] D_orders [::] A (by_row row (Ge, says)) (Ge, says).
(* F(p, q) >= F(1, 1) (o p - (o - 1) q), at every order; WArg 2 is the order *)
Definition w_power (x y : written) (r : reading) : written := WFun 2 (WArg 2 0) x y r.
Definition tangent_of (o : poly * nat) : table_row := TableRow 26 [:: (at_p, 1); (at_q, 1); o; (one, 1); (one, 1)]
  (minus_ (WTimes (WTimes (WArg 3 0) (WArg 4 0)) (w_power (WArg 0 0) (WArg 1 0) (entry_of 8)))
     (WTimes (w_power (WArg 3 0) (WArg 4 0) (entry_of 10)) (minus_ (WTimes (WArg 2 0) (WTimes (WArg 4 0) (WArg 0 0)))
        (WTimes (minus_ (WArg 2 0) (WNum (Posz 1))) (WTimes (WArg 3 0) (WArg 1 0))))))
  [seq (WArg k 0, None) | k <- [:: 0; 1; 3; 4]].
Definition line_of (o : poly) : poly := mulp (entry 10 [::]) (mulp o at_p ++ negp (mulp (o ++ negp one) at_q)).
Definition tangent_at (f : function) : bool :=
  with_orders (of_order f) [::] (tangent_of (order_, 1)) (entry 8 [::] ++ negp (line_of order_)).
Lemma order_ok : tangent_at (u_power order_ 1). Proof. by vm_compute. Qed.
Lemma order_written : tangent_at (u_power (scalep 3 order_) 3). Proof. by vm_compute. Qed.
(* another letter; a multiple; no order at all; a number; another function *)
Lemma order_wrong : [seq tangent_at f | f <- [:: u_power (entry 12 [::]) 1; u_power order_ 2; u_power order_ 0; u_power [::] 0;
  u_square; u_power (order_ ++ one) 1; u_log_u; (3, (order_, 1))]] = nseq 8 false.
Proof. by vm_compute. Qed.
(* two letters in one statement *)
Lemma order_mixed : with_orders [:: F_at 8 (u_power order_ 1) at_p at_q; F_at 10 (u_power (entry 12 [::]) 1) one one] [::]
  (tangent_of (order_, 1)) (entry 8 [::] ++ negp (line_of order_)) = false.
Proof. by vm_compute. Qed.
(* an order has no letters that run, whatever its term says *)
Lemma order_closed : ok_read [:: weight] 100 [:: F_at 4 (u_power order_ 1) one one] (u_power order_ 1) one one (entry_of 4).
Proof. by vm_compute. Qed.
Lemma order_letter : ok_read [:: weight] 100 [:: F_at 4 (u_power (fx 3) 1) one one] (u_power (fx 3) 1) one one (entry_of 4)
  = false.
Proof. by vm_compute. Qed.
(* F_excess(p, q) <= F(p, q), above order one alone *)
Definition log_one (k : nat) : written := WTimes (WNum (Negz 0)) (WFun 0 (WNum (Posz 0)) (WNum (Posz 1)) (WArg k 0) IsSame).
Definition above_one (q : rel) : fact := (q, order_ ++ negp one).
Definition excess_of (u : evidence) : table_row := TableRow 30 [:: (at_p, 1); (at_q, 1); (order_, 1); (one, 1); (one, 1)]
  (minus_ (w_power (WArg 0 0) (WArg 1 0) (entry_of 8)) (WTimes (WTimes (WArg 4 0) (WFun 1 (WNum (Posz 0)) (WArg 0 0)
      (WTimes (WArg 3 0) (WArg 1 0)) (entry_of 10)))
    (minus_ (WPlus (WNum (Posz 1)) (WTimes (minus_ (WArg 2 0) (WNum (Posz 1))) (log_one 3))) (log_one 4))))
  [:: (WArg 0 0, None); (WArg 1 0, None); (minus_ (WArg 2 0) (WNum (Posz 1)), u); (WArg 3 0, None); (WArg 4 0, None)].
Definition excess_by (A : seq fact) (u : evidence) : bool := with_orders [:: F_at 8 (u_power order_ 1) at_p at_q;
  F_at 10 u_excess at_p at_q] A (excess_of u) (entry 8 [::] ++ negp (entry 10 [::])).
Definition first_known : evidence := Some (Known 0 [::] 0).
Lemma order_above : excess_by [:: above_one Gt] first_known. Proof. by vm_compute. Qed.
(* at least one, positive, above one of another letter, or nothing *)
Lemma order_not_above : [:: excess_by [:: above_one Ge] first_known; excess_by [:: (Gt, order_)] first_known;
  excess_by [:: (Gt, entry 12 [::] ++ negp one)] first_known; excess_by [:: above_one Gt] None] = nseq 4 false.
Proof. by vm_compute. Qed.
(* F(p 1, q 1) = s F(p, q) F(1, 1): s = -1 below order one; above, p <= m q too *)
Definition product_of (k : nat) (s : poly) (us : seq evidence) : table_row := TableRow k
  [:: (at_p, 1); (at_q, 1); (order_, 1); (s, 1); (one, 1); (one, 1); (entry 12 [::], 1); (one, 1)]
  (minus_ (w_power (WTimes (WArg 0 0) (WArg 4 0)) (WTimes (WArg 1 0) (WArg 5 0)) (entry_of 8))
    (WTimes (if k == 28 then WNum (Negz 0) else WArg 3 0)
       (WTimes (w_power (WArg 0 0) (WArg 1 0) (entry_of 8)) (w_power (WArg 4 0) (WArg 5 0) (entry_of 10)))))
  (let s := if k == 28 then WNum (Negz 0) else WArg 3 0 in
   zip ([:: WArg 0 0; WArg 1 0; WArg 2 0; WTimes s (minus_ (WArg 2 0) (WNum (Posz 1)));
            minus_ (WTimes s s) (WNum (Posz 1)); WArg 4 0; WArg 5 0] ++
        if k == 28 then [::] else [:: minus_ (WTimes (WArg 6 0) (WArg 1 0)) (WArg 0 0);
          minus_ (WTimes (WArg 7 0) (WArg 5 0)) (WArg 4 0)]) us).
Definition product_by (k : nat) (s : poly) (A : seq fact) (us : seq evidence) : bool :=
  with_orders (of_order (u_power order_ 1)) A (product_of k s us)
    (entry 8 [::] ++ negp (mulp s (mulp (entry 8 [::]) (entry 10 [::])))).
Definition below_one : fact := (Gt, one ++ negp order_).
Definition is_finite : fact := (Ge, mulp (entry 12 [::]) at_q ++ negp at_p).
Definition shown_below : seq evidence := [:: None; None; None; first_known; None; None; None].
Definition shown_finite : seq evidence := shown_below ++ [:: Some (Known 1 [::] 0); None].
Lemma order_below : product_by 28 (negp one) [:: below_one] shown_below. Proof. by vm_compute. Qed.
Lemma order_finite : product_by 29 one [:: above_one Gt; is_finite] shown_finite. Proof. by vm_compute. Qed.
(* the sign of the other side; without the bound; that it is finite, of another ratio *)
Lemma order_sign : [:: product_by 28 (negp one) [:: above_one Gt] shown_below;
  product_by 29 one [:: below_one; is_finite] shown_finite; product_by 29 one [:: above_one Gt] shown_below;
  product_by 28 one [:: above_one Gt] shown_below;
  product_by 29 one [:: above_one Gt; (Ge, mulp (entry 12 [::]) at_p ++ negp at_q)] shown_finite] = nseq 5 false.
Proof. by vm_compute. Qed.
(* an order that a step makes: after the terms of it; before them *)
Definition makes (p : proof) : bool :=
  check_proof 100 [::] [::] [::] D_orders [::] [::] p none.
Definition make_order (p : proof) : proof := Exte (Define 2 [::] (scalep 2 (entry 12 [::])) 1 10 [:: None]) p.
Definition further_orders (p : proof) : proof := foldr Entr p (of_order (u_power order_ 1)).
Definition by_tangent : proof := Conv (OfTable (tangent_of (order_, 1))) (Ge, entry 8 [::] ++ negp (line_of order_)) anything.
Lemma order_made : makes (make_order (further_orders by_tangent)). Proof. by vm_compute. Qed.
Lemma order_made_late : makes (further_orders (make_order by_tangent)) = false. Proof. by vm_compute. Qed.
Lemma order_not_new : check_proof 100 [::] (of_order (u_power order_ 1)) [::] D_orders [::] [::] (make_order anything) none
  = false.
Proof. by vm_compute. Qed.
(* an order that goes to zero; a row at an order that grows, or at one that a growing term bounds *)
Definition order_moves (o : poly) : bool := check_proof 100 [::] [:: F_at 8 (u_power o 1) one one] [::]
  [:: positive; positive; level; scalar] [::] [::]
  (Comb (Combine 1 (Ge, at_p ++ mulp at_q at_p) [::] [:: Term (Posz 1) [:: Declared Nonneg (4, [::])] [::];
    Term (Posz 1) [:: Declared Nonneg (4, [::]); Declared Nonneg (6, [::])] [::]])
   (Lim (Limit 6 0 (Ge, at_p)) Done)) (Ge, at_p).
Lemma order_stays : order_moves order_. Proof. by vm_compute. Qed.
Lemma order_to_zero : order_moves at_q = false. Proof. by vm_compute. Qed.
Definition order_of_a_term (f : function) : bool := check_proof 100 [::]
  [:: F_at 2 f one (entry 12 [::]); F_at 8 (u_power order_ 1) at_p at_q; F_at 10 (u_power order_ 1) one one] [::]
  [:: scalar; positive; positive; scalar; scalar; positive] [::] [::]
  by_tangent none.
Lemma order_of_a_root : order_of_a_term u_root. Proof. by vm_compute. Qed.
Lemma order_that_grows : order_of_a_term u_log_u = false. Proof. by vm_compute. Qed.
(* a lemma about the power of order o, F(p, q) >= F(1, 1) (o p - (o - 1) q); applied at another order, or at a number *)
Definition about_order : lemma := Lemma_ (Rule D_orders [::] (of_order (u_power order_ 1)) [::] [::] [::] [::]
  (Ge, entry 8 [::] ++ negp (line_of order_))) [:: 12] [::] (by_row (tangent_of (order_, 1)) (Ge, entry 8 [::] ++ negp (line_of order_))).
Definition order_put_in (d : nat) (o : poly) (f : function) (p10 : poly) (r : reading) (says : poly) : bool :=
  check_proof 100 [:: about_order] (of_order f) [::] D_orders [::] [::]
    (Appl (Application 0 [::] [::] [::] [:: (2, ([::], o)); (4, ([::], scalep d at_p)); (6, ([::], scalep d at_q));
        (8, ([::], scalep d (entry 8 [::]))); (10, ([::], p10))] d 10
      [:: ([::], IsEntry 8 [::] 10 (scalep (d ^ 2) one)); ([::], r)] one None [:: None; None; None] 9 (Ge, says)) Done)
    (Ge, says).
Definition says_at (o p10 : poly) (d : nat) : poly :=
  scalep (d ^ 2) (entry 8 [::]) ++ negp (mulp p10 (mulp o at_p ++ negp (mulp (o ++ negp (scalep d one)) at_q))).
Lemma order_lemma : check_lemmas false 100 [::] [:: about_order]. Proof. by vm_compute. Qed.
Lemma order_applied : order_put_in 1 (entry 12 [::]) (u_power (entry 12 [::]) 1) (entry 10 [::]) (entry_of 10)
  (says_at (entry 12 [::]) (entry 10 [::]) 1).
Proof. by vm_compute. Qed.
Lemma order_number : order_put_in 1 (scalep 3 one) (power_numbered 3 1) one IsSame (says_at (scalep 3 one) one 1).
Proof. by vm_compute. Qed.
(* the terms keep the order that they had, or have another one; that of a number below one is known at (1, 1) *)
Lemma order_kept : order_put_in 1 (entry 12 [::]) (u_power order_ 1) (entry 10 [::]) (entry_of 10)
  (says_at (entry 12 [::]) (entry 10 [::]) 1) = false.
Proof. by vm_compute. Qed.
Lemma order_number_other : order_put_in 1 (scalep 3 one) (power_numbered 2 1) one IsSame (says_at (scalep 3 one) one 1) = false.
Proof. by vm_compute. Qed.
Definition at_half_order (p10 : poly) : bool :=
  order_put_in 2 one (power_numbered 1 2) p10 IsSame (says_at one p10 2).
Lemma order_number_below : at_half_order (negp (scalep 2 one)). Proof. by vm_compute. Qed.
Lemma order_number_above : at_half_order (scalep 2 one) = false. Proof. by vm_compute. Qed.
(* nothing stands for the order; what a lemma hides is its order *)
Lemma order_left_out : check_proof 100 [:: about_order] (of_order (u_power order_ 1)) [::] D_orders [::] [::]
  (Appl (Application 0 [::] [::] [::] [:: (4, ([::], at_p)); (6, ([::], at_q)); (8, ([::], entry 8 [::]));
      (10, ([::], entry 10 [::]))] 1 10 [:: ([::], entry_of 8); ([::], entry_of 10)] one None [:: None; None; None] 9
    (Ge, says_at order_ (entry 10 [::]) 1)) Done) (Ge, says_at order_ (entry 10 [::]) 1) = false.
Proof. by vm_compute. Qed.
Lemma order_hidden : check_lemmas false 100 [::] [:: Lemma_ (l_rule about_order) [:: 2; 12] [::] (l_proof about_order)] = false.
Proof. by vm_compute. Qed.
(* an order of letters that its term has not, of the term itself, of what an induction does not speak of *)
Lemma terms_order : [seq terms_only D4 [:: ConvexTerm 6 (u_power o 1) [:: (0, 1)] one one 1] |
  o <- [:: one; fx 1; fx 2; entry 6 [:: (0, 1)]; entry 8 [::]]] = [:: true; true; false; false; true].
Proof. by vm_compute. Qed.
Lemma spoken_order : [seq terms_speak_of ts [::] [::] [:: F_at 6 (u_power (entry 4 [::]) 1) one one] | ts <- [:: [:: 4]; [:: 2]]]
  = [:: true; false].
Proof. by vm_compute. Qed.
(* a new alphabet, of whose size a term has the power *)
Definition enlarge_order (o : poly) : bool := larger_in [:: positive; scalar] [::] [:: F_at 4 (u_power o 1) one one] [::]
  [:: s_fact Gt] 0 anything none.
Lemma enlarge_other_order : enlarge_order (entry 2 [::]). Proof. by vm_compute. Qed.
Lemma enlarge_its_order : enlarge_order (entry 15 [::]) = false. Proof. by vm_compute. Qed.
