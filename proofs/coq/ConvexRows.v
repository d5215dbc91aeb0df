(* The closed table of what is known of convex functions (pmlsym/kernel/convex_rows.py), as data.

   A row is about arguments and parameters, x0 = a >= 0, x1 = b >= 0, x2, ..: where its needs hold, so does what
   it says, for all N that are large enough (Eventually.v). Fun f o a b is of the function number f, of order o if that
   is a power: of order 2 it is u^2, of order 1/2 it is - sqrt u. log c is - F(1, c) of u log u, and |a - b| is
   2 F(a, b) - a + b of max(u - 1, 0). *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Inductive expression :=
| Arg of nat
| Num of int
| Half
| Plus of expression & expression
| Times of expression & expression
| Fun of nat & expression & expression & expression.

Fixpoint same_expression (x y : expression) : bool :=
  match x, y with
  | Arg k, Arg l => k == l
  | Num k, Num l => k == l
  | Half, Half => true
  | Plus x x', Plus y y' => same_expression x y && same_expression x' y'
  | Times x x', Times y y' => same_expression x y && same_expression x' y'
  | Fun f o x x', Fun g o' y y' => [&& f == g, same_expression o o', same_expression x y & same_expression x' y']
  | _, _ => false
  end.

Lemma same_expression_ok x : forall y, same_expression x y -> x = y.
Proof.
elim: x => [k|k||x ih x' ih'|x ih x' ih'|f o iho x ih x' ih'] [l|l||y y'|y y'|g o' y y'] //=; try by move/eqP ->.
- by case/andP => /ih -> /ih' ->.
- by case/andP => /ih -> /ih' ->.
by case/and4P => /eqP -> /iho -> /ih -> /ih' ->.
Qed.

Fixpoint value (R : realFieldType) (F : nat -> R -> R -> R -> R) (xs : seq R) (e : expression) : R :=
  match e with
  | Arg k => nth 0 xs k
  | Num c => c%:~R
  | Half => 2%:R^-1
  | Plus x y => value F xs x + value F xs y
  | Times x y => value F xs x * value F xs y
  | Fun f o x y => F f (value F xs o) (value F xs x) (value F xs y)
  end.

(* ---- the table ---- *)
Record row := Row { arity : nat; row_needs : seq (rel * expression); row_says : rel * expression }.

Local Definition k_times (k : int) (e : expression) := Times (Num k) e.
Local Definition minus (x y : expression) := Plus x (k_times (Negz 0) y).
Local Definition opposite := k_times (Negz 0).
Local Definition number_one := Num (Posz 1).
Local Definition a := Arg 0.
Local Definition b := Arg 1.
Local Definition c := Arg 2.
Local Definition d := Arg 3.
Local Definition entropy_at := Fun 0 (Num (Posz 0)).
Local Definition excess_at := Fun 1 (Num (Posz 0)).
Local Definition power_at (o : expression) := Fun 2 o.
Local Definition F_entropy := entropy_at a b.
Local Definition F_square := power_at (Num (Posz 2)) a b.
Local Definition F_excess := excess_at a b.
Local Definition F_root := power_at Half a b.
Local Definition log (x : expression) := opposite (entropy_at number_one x).
Local Definition distance := Plus (minus (k_times (Posz 2) F_excess) a) b.

(* d F >= d a (1 + log c - log d) - c b,  c, d > 0 *)
Definition entropy_tangent := Row 4 [:: (Gt, c); (Gt, d)]
  (Ge, minus (Times d F_entropy)
     (minus (Times (Times d a) (minus (Plus number_one (log c)) (log d))) (Times c b))).
(* c F_entropy <= F_square - c a + c a log c,  c > 0 *)
Definition entropy_below_square := Row 3 [:: (Gt, c)]
  (Ge, minus (Plus (minus F_square (Times c a)) (Times (Times c a) (log c))) (Times c F_entropy)).
(* F(a, 1) + a F(1, a) = 0, where b is 1 *)
Definition entropy_of_number := Row 2 [:: (Eq, minus b number_one)]
  (Eq, Plus (entropy_at a number_one) (Times a (entropy_at number_one a))).
(* b F(a, b) <= - a F(b, c),  a <= c *)
Definition entropy_reference := Row 3 [:: (Ge, minus c a)]
  (Ge, minus (opposite (Times a (entropy_at b c))) (Times b F_entropy)).
(* log(a b) = log a + log b,  a, b > 0 *)
Definition log_of_product := Row 2 [:: (Gt, a); (Gt, b)]
  (Eq, minus (minus (log (Times a b)) (log a)) (log b)).
(* b F <= a c,  a <= c *)
Definition square_reference := Row 3 [:: (Ge, minus c a)] (Ge, minus (Times a c) (Times b F_square)).
(* F >= 2 c a - c^2 b *)
Definition square_tangent := Row 3 [::]
  (Ge, Plus (minus F_square (k_times (Posz 2) (Times c a))) (Times (Times c c) b)).
(* b F <= a^2 *)
Definition square_times := Row 2 [::] (Ge, minus (Times a a) (Times b F_square)).
(* F_square - a <= c F_excess,  a <= c b *)
Definition square_below_excess := Row 3 [:: (Ge, minus (Times c b) a)]
  (Ge, minus (Plus (Times c F_excess) a) F_square).
(* F >= c (a - b),  0 <= c <= 1 *)
Definition excess_tangent := Row 3 [:: (Ge, c); (Ge, minus number_one c)]
  (Ge, minus F_excess (Times c (minus a b))).
(* F <= a *)
Definition excess_above := Row 2 [::] (Ge, minus a F_excess).
(* F = 0,  a <= b *)
Definition excess_none := Row 2 [:: (Ge, minus b a)] (Eq, F_excess).
(* F = a - b,  a >= b *)
Definition excess_all := Row 2 [:: (Ge, minus a b)] (Eq, Plus (minus F_excess a) b).
(* 2 c |a - b| <= F_square - 2 a + b + c^2 b *)
Definition excess_below_square := Row 3 [::]
  (Ge, minus (Plus (Plus (minus F_square (k_times (Posz 2) a)) b) (Times (Times c c) b))
    (k_times (Posz 2) (Times c distance))).
(* 2 c |a - b| <= F_entropy - a + b + (2/3) c^2 (a + 2 b),  three times *)
Definition excess_below_entropy := Row 3 [::]
  (Ge, minus (Plus (k_times (Posz 3) (Plus (minus F_entropy a) b))
                   (k_times (Posz 2) (Times (Times c c) (Plus a (k_times (Posz 2) b)))))
    (k_times (Posz 6) (Times c distance))).
(* 2 c |a - b| <= (sqrt a - sqrt b)^2 + c^2 (sqrt a + sqrt b)^2 *)
Definition excess_below_root := Row 3 [::]
  (Ge, minus (Plus (Plus (Plus a b) (k_times (Posz 2) F_root))
                   (Times (Times c c) (minus (Plus a b) (k_times (Posz 2) F_root))))
    (k_times (Posz 2) (Times c distance))).
(* 2 c d F >= - (d^2 a + c^2 b),  c, d >= 0 *)
Definition root_tangent := Row 4 [:: (Ge, c); (Ge, d)]
  (Ge, Plus (Plus (k_times (Posz 2) (Times (Times c d) F_root)) (Times (Times d d) a)) (Times (Times c c) b)).
(* F <= 0 *)
Definition root_above := Row 2 [::] (Ge, opposite F_root).
(* F^2 = a b *)
Definition root_square := Row 2 [::] (Eq, minus (Times F_root F_root) (Times a b)).
(* F + a <= 0,  a <= b *)
Definition root_above_least := Row 2 [:: (Ge, minus b a)] (Ge, minus (opposite F_root) a).
(* (sqrt a - sqrt b)^2 <= |a - b| *)
Definition root_below_excess := Row 2 [::]
  (Ge, minus (minus (minus distance a) b) (k_times (Posz 2) F_root)).
(* F_entropy >= 2 a + 2 F_root *)
Definition entropy_above_root := Row 2 [::]
  (Ge, minus (minus F_entropy (k_times (Posz 2) a)) (k_times (Posz 2) F_root)).

(* ---- rows about powers, whose orders are parameters ---- *)
Local Definition less_one (o : expression) := minus o number_one.
Local Definition positive : seq expression -> seq (rel * expression) := map (pair Gt).
(* s u^o is convex, where s is 1 or -1; q has the sign of o - 1 *)
Local Definition signed (o s q : expression) : seq (rel * expression) :=
  [:: (Gt, o); (Gt, Times s q); (Eq, minus (Times s s) number_one)].
(* t (q (F_entropy + a log b - a log c) + a + a log r - a log t) <= r s F_o(a, c),  q = o - 1; `between` is
   log b - log c, which are 0 where b is c *)
Local Definition entropy_below_power (c between : expression) (apart : seq (rel * expression)) : row :=
  let o := Arg 2 in let s := Arg 3 in let r := Arg 5 in let t := Arg 6 in let q := less_one o in
  Row 7 (signed o s q ++ positive [:: r; t] ++ apart)
    (Ge, minus (Times (Times r s) (power_at o a c))
      (Times t (Plus (Times q (Plus F_entropy (Times a between)))
                     (Times a (minus (Plus number_one (log r)) (log t)))))).
Definition entropy_below_power_at_one := entropy_below_power b (Num (Posz 0)) [::].
Definition entropy_below_power_at_two := entropy_below_power (Arg 4) (minus (log b) (log (Arg 4))) (positive [:: b; Arg 4]).
(* r t (q - x) F_near(a, b) <= r u p F_far(a, c) + t u s (q - p) a,  p = near - 1, q = far - 1,
   x = q p (log c - log b) + (q - p) log r + p log t - q log u *)
Local Definition power_below_power (c between : expression) (apart : seq (rel * expression)) : row :=
  let near := Arg 2 in let s := Arg 3 in let far := Arg 4 in let r := Arg 6 in let t := Arg 7 in let u := Arg 8 in
  let p := less_one near in let q := less_one far in
  Row 9 (signed far s p ++ (Gt, Times s (minus q p)) :: positive [:: r; t; u] ++ apart)
    (Ge, minus (Plus (Times (Times (Times r u) p) (power_at far a c)) (Times (Times (Times t u) s) (Times (minus q p) a)))
      (Times (Times (Times r t) (power_at near a b))
        (minus q (Plus (Times (Times q p) between)
                       (minus (Plus (Times (minus q p) (log r)) (Times p (log t))) (Times q (log u))))))).
Definition power_below_power_at_one := power_below_power b (Num (Posz 0)) [::].
Definition power_below_power_at_two := power_below_power (Arg 5) (minus (log (Arg 5)) (log b)) (positive [:: b; Arg 5]).
(* n d F_o(a, b) >= F_o(n, d) (o d a - (o - 1) n b) *)
Definition power_tangent : row :=
  let o := Arg 2 in let n := Arg 3 in let d := Arg 4 in
  Row 5 (positive [:: n; d])
    (Ge, minus (Times (Times n d) (power_at o a b))
      (Times (power_at o n d) (minus (Times o (Times d a)) (Times (less_one o) (Times n b))))).
(* F_o(a, b) = F_o'(b, a),  o + o' = 1 *)
Definition power_turned : row :=
  let o := Arg 2 in let o' := Arg 3 in
  Row 4 (rcons (positive [:: o; o']) (Eq, minus (Plus o o') number_one)) (Eq, minus (power_at o a b) (power_at o' b a)).
(* F_o(a c, b d) = s F_o(a, b) F_o(c, d),  above order 1 where a <= m b and c <= k d *)
Local Definition power_of_product (s : expression) (finite : seq (rel * expression)) : row :=
  let o := Arg 2 in let c := Arg 4 in let d := Arg 5 in
  Row 8 (signed o s (less_one o) ++ [:: (Ge, c), (Ge, d) & finite])
    (Eq, minus (power_at o (Times a c) (Times b d)) (Times s (Times (power_at o a b) (power_at o c d)))).
Definition power_of_product_below := power_of_product (Num (Negz 0)) [::].
Definition power_of_product_finite := power_of_product (Arg 3)
  [:: (Ge, minus (Times (Arg 6) b) a); (Ge, minus (Times (Arg 7) (Arg 5)) (Arg 4))].
(* t (1 + q log c - log t) F_excess(a, c b) <= F_o(a, b),  q = o - 1 > 0 *)
Definition excess_below_power : row :=
  let o := Arg 2 in let c := Arg 3 in let t := Arg 4 in let q := less_one o in
  Row 5 (positive [:: q; c; t])
    (Ge, minus (power_at o a b) (Times (Times t (excess_at a (Times c b)))
      (minus (Plus number_one (Times q (log c))) (log t)))).

Definition power_rows : seq row :=
  [:: entropy_below_power_at_one; entropy_below_power_at_two; power_below_power_at_one; power_below_power_at_two;
      power_tangent; power_turned; power_of_product_below; power_of_product_finite; excess_below_power].
Definition table : seq row :=
  [:: entropy_tangent; entropy_below_square; entropy_of_number; entropy_reference; log_of_product;
      square_reference; square_tangent; square_times; square_below_excess; excess_tangent; excess_above;
      excess_none; excess_all; excess_below_square; excess_below_entropy; excess_below_root; root_tangent;
      root_above; root_square; root_above_least; root_below_excess; entropy_above_root] ++ power_rows.
Definition no_row : row := Row 0 [:: (Eq, number_one)] (Ge, Num 0).
Definition needs_of_row (w : row) : seq (rel * expression) := (Ge, a) :: (Ge, b) :: row_needs w.
