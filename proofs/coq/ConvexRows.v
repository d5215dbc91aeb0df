(* The closed table of what is known of convex functions (pmlsym/kernel/convex_rows.py), as data.

   A row is about arguments and parameters, x0 = a >= 0, x1 = b >= 0, x2, ..: where its needs hold, so does what
   it says, for all N that are large enough (Eventually.v). The functions are 0: u log u, 1: u^2,
   2: max(u - 1, 0), 3: - sqrt u, then powers; log c is - F0(1, c), and |a - b| is 2 F2(a, b) - a + b. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Inductive expression :=
| Arg of nat
| Num of int
| Plus of expression & expression
| Times of expression & expression
| Fun of nat & expression & expression.

Fixpoint same_expression (x y : expression) : bool :=
  match x, y with
  | Arg k, Arg l => k == l
  | Num k, Num l => k == l
  | Plus x x', Plus y y' => same_expression x y && same_expression x' y'
  | Times x x', Times y y' => same_expression x y && same_expression x' y'
  | Fun f x x', Fun g y y' => [&& f == g, same_expression x y & same_expression x' y']
  | _, _ => false
  end.

Lemma same_expression_ok x : forall y, same_expression x y -> x = y.
Proof.
elim: x => [k|k|x ih x' ih'|x ih x' ih'|f x ih x' ih'] [l|l|y y'|y y'|g y y'] //=; try by move/eqP ->.
- by case/andP => /ih -> /ih' ->.
- by case/andP => /ih -> /ih' ->.
by case/and3P => /eqP -> /ih -> /ih' ->.
Qed.

Fixpoint value (R : realFieldType) (F : nat -> R -> R -> R) (xs : seq R) (e : expression) : R :=
  match e with
  | Arg k => nth 0 xs k
  | Num c => c%:~R
  | Plus x y => value F xs x + value F xs y
  | Times x y => value F xs x * value F xs y
  | Fun f x y => F f (value F xs x) (value F xs y)
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
Local Definition F_entropy := Fun 0 a b.
Local Definition F_square := Fun 1 a b.
Local Definition F_excess := Fun 2 a b.
Local Definition F_root := Fun 3 a b.
Local Definition log (x : expression) := opposite (Fun 0 number_one x).
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
  (Eq, Plus (Fun 0 a number_one) (Times a (Fun 0 number_one a))).
(* b F(a, b) <= - a F(b, c),  a <= c *)
Definition entropy_reference := Row 3 [:: (Ge, minus c a)]
  (Ge, minus (opposite (Times a (Fun 0 b c))) (Times b F_entropy)).
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

Definition table : seq row :=
  [:: entropy_tangent; entropy_below_square; entropy_of_number; entropy_reference; log_of_product;
      square_reference; square_tangent; square_times; square_below_excess; excess_tangent; excess_above;
      excess_none; excess_all; excess_below_square; excess_below_entropy; excess_below_root; root_tangent;
      root_above; root_square; root_above_least; root_below_excess; entropy_above_root].
(* ---- rows about powers, of two functions f and g with these orders ---- *)
(* pairs of numbers, along diagonals: 0 0, 1 0, 0 1, 2 0, 1 1, 0 2, .. *)
Fixpoint pair_of (k : nat) : nat * nat :=
  if k is l.+1 then let: (x, y) := pair_of l in if x is x'.+1 then (x', y.+1) else (y.+1, 0%N) else (0%N, 0%N).
(* the order of a function less one, as a fraction; zero where it is not known *)
Definition less_one (f : nat) : int * nat :=
  match f with
  | 0 | 2 => (Posz 0, 1%N)
  | 1 => (Posz 1, 1%N)
  | 3 => (Negz 0, 2%N)
  | _ => let: (x, y) := pair_of (f %/ 4).-1 in
      match (f %% 4)%N with 1 => (Posz x.+1, y.+1) | 2 => (Negz y, (x + y).+2) | _ => (Posz 0, 1%N) end
  end.
Section Orders.
Variables f g : nat.
Let p := (less_one f).1 * Posz (less_one g).2.
Let q := (less_one g).1 * Posz (less_one f).2.
Let e := Posz ((less_one f).2 * (less_one g).2).
Let s : int := if (0 < q)%R then Posz 1 else Negz 0.
Local Definition positive (xs : seq nat) := [seq (Gt, Arg k) | k <- xs].
Local Definition F_excess_at (x : expression) := Fun 2 a x.
(* e times  t (q (F_entropy + a log b - a log c) + a + a log r - a log t) <= r s F_g(a, c) *)
Definition entropy_below_power (c r t : expression) (between : expression) : expression :=
  minus (k_times (e * s) (Times r (Fun g a c)))
    (Times t (Plus (k_times q (Plus F_entropy (Times a between)))
                   (k_times e (Times a (minus (Plus number_one (log r)) (log t)))))).
(* e^2 times  r t (q - x) F_f(a, b) <= r u p F_g(a, c) + t u s (q - p) a *)
Definition power_below_power (c r t u : expression) (between : expression) : expression :=
  minus (Plus (k_times (e * p) (Times (Times r u) (Fun g a c)))
              (k_times (e * (s * (q - p))) (Times (Times t u) a)))
    (Times (Times (Times r t) (Fun f a b))
       (minus (k_times e (Num q))
          (Plus (k_times (q * p) between)
             (k_times e (minus (Plus (k_times (q - p) (log r)) (k_times p (log t))) (k_times q (log u))))))).
(* e times  t (1 + q log c - log t) F_excess(a, c b) <= F_g(a, b) *)
Definition excess_below_power (c t : expression) : expression :=
  minus (k_times e (Fun g a b))
    (Times (Times t (F_excess_at (Times c b))) (minus (Plus (Num e) (k_times q (log c))) (k_times e (log t)))).
(* e times  n d F_g(a, b) >= F_g(n, d) (o d a - q n b),  o = q + e its order *)
Definition power_tangent (n d : expression) : expression :=
  minus (k_times e (Times (Times n d) (Fun g a b)))
    (Times (Fun g n d) (minus (k_times (q + e) (Times d a)) (k_times q (Times n b)))).
(* F_g(a c, b d) = s F_g(a, b) F_g(c, d) *)
Definition power_of_product (c d : expression) : expression :=
  minus (Fun g (Times a c) (Times b d)) (k_times s (Times (Fun g a b) (Fun g c d))).
(* where the order is above one: a <= m b and c <= k d *)
Definition finite (c d m k : expression) : seq (rel * expression) :=
  if (0 < q)%R then [:: (Ge, minus (Times m b) a); (Ge, minus (Times k d) c)] else [::].
Definition when (x : bool) (w : row) : row := if x then w else Row (arity w) [:: (Ge, Num (Negz 0))] (row_says w).
Definition power_table : seq row :=
  let one := Num (Posz 0) in let x2 := Arg 2 in let x3 := Arg 3 in let x4 := Arg 4 in let x5 := Arg 5 in
  let ordered := ((0 < p) && (p < q) || (q < p) && (p < 0))%R in
  [:: when (q != 0) (Row 4 (positive [:: 2; 3]%N) (Ge, entropy_below_power b x2 x3 one));
      when (q != 0) (Row 5 (positive [:: 1; 2; 3; 4]%N) (Ge, entropy_below_power x2 x3 x4 (minus (log b) (log x2))));
      when ordered (Row 5 (positive [:: 2; 3; 4]%N) (Ge, power_below_power b x2 x3 x4 one));
      when ordered (Row 6 (positive [:: 1; 2; 3; 4; 5]%N)
        (Ge, power_below_power x2 x3 x4 x5 (minus (log x2) (log b))));
      when [&& (p < 0)%R, (q < 0)%R & p + q == - e] (Row 2 [::] (Eq, minus (Fun f a b) (Fun g b a)));
      when (0 < q)%R (Row 4 (positive [:: 2; 3]%N) (Ge, excess_below_power x2 x3));
      when (q != 0) (Row 4 (positive [:: 2; 3]%N) (Ge, power_tangent x2 x3));
      when (q != 0) (Row 6 [:: (Ge, x2), (Ge, x3) & finite x2 x3 x4 x5] (Eq, power_of_product x2 x3))].
End Orders.
Definition no_row : row := Row 0 [:: (Eq, number_one)] (Ge, Num 0).
Definition needs_of_row (w : row) : seq (rel * expression) := (Ge, a) :: (Ge, b) :: row_needs w.

(* functions from 4 on are powers, their number modulo 4 says of which order: 0 is any, 1 above one, 2 between 0 and 1, and
   3 another one, for which the function is zero *)
(* F(a, b) / b has no bound that serves every N for u log u, u^2, and powers of an order that is, or may be, above one *)
Definition function_grows (f : nat) : bool := (f < 2)%N || ((3 < f)%N && (f %% 4 < 2)%N).
