(* Certificates as data (pmlsym/kernel/certificate.py).

     Comb   multiplier * statement = sum of lambda * sum over letters of a product of facts
     Split  the statement follows if c > 0, and it follows if - c >= 0; c may have letters that the
            statement quantifies, which are other letters inside: constants there
     Lim    a polynomial nonnegative for every 0 < lambda <= 1 has a nonnegative constant part
     Indi   a new indicator B(y) is one where a polynomial in y is negative, else zero
     Exte   a new tensor: defined by a polynomial, chosen where one is largest, or reciprocal
     Conv   of convex terms: F is subadditive, F(v a, v b) = v F(a, b), and equal at equal arguments; or a
            row of the table in ConvexRows.v
     Appl   a rule at products of alphabets and polynomials in place of what it binds, under a guard
     Enla   a new alphabet, with as many letters as a positive number needs
     Entr   a new convex term, which may speak of tensors that steps before it introduced *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent ConvexRows.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

(* a known fact, at letters, with a shift of its summed ones; or what a tensor declares *)
Inductive use := Known of nat & seq (letter * letter) & nat | Declared of kind & atom.
Record term := Term { coef : int; uses : seq use; summed : seq letter }.
Record combine := Combine { scale : nat; statement : fact; multiplier : seq use; terms : seq term }.

Record indicate := Indicate { n_ind : nat; n_places : seq letter; n_poly : poly }.
Record limit := Limit { l_var : nat; l_fact : nat; l_stmt : fact }.

(* that a need holds: by a fact, or plainly, by the signs of its coefficients and tensors *)
Definition evidence := option use.

(* T(places) = body / denominator; T is one at that tuple of inner letters with the largest value, written
   a second time with the letters again, its summed ones moved by the shift; T(places) is a
   number divided by the polynomial of a known fact *)
Inductive extension :=
| Define of nat & seq letter & poly & nat & nat & seq evidence
| Choose of nat & seq letter & seq letter & poly & seq letter & nat
| Reciprocal of nat & seq letter & nat & nat.

(* why a polynomial is F(a, b): a is zero; a and b are the same; it is a product v, not negative, and an entry of the
   term with this tensor, whose arguments at these letters, times v, are a and b *)
Inductive reading := IsZero | IsSame | IsEntry of nat & seq letter & nat & poly.
Definition part := (poly * poly * seq letter * reading)%type.
(* an expression of the table with polynomials in it: the summed letters of each copy of an argument are moved by a
   number of their own, and each F, of an order that is written so too, is read *)
Inductive written :=
| WArg of nat & nat
| WNum of int
| WHalf
| WPlus of written & written
| WTimes of written & written
| WFun of nat & written & written & written & reading.
(* a row of the table, its arguments with their denominators, what it says, and why its needs hold *)
Record table_row := TableRow { t_row : nat; t_arguments : seq (poly * nat); t_says : written; t_needs : seq (written * evidence) }.
Inductive convex :=
| Perspective of function & seq part & reading & seq evidence
| Scale of function & poly & poly & poly & reading & reading & evidence
| Same of function & poly & poly & poly & poly & reading & reading & evidence & evidence
| OfTable of table_row.

(* what stands for a convex term of a rule: letters for its own, and why the polynomial that stands for its tensor is
   the function of what stands for its arguments *)
Definition image := (seq (letter * seq letter) * reading)%type.
Record application := Application {
  a_rule : nat;
  a_alphabets : seq (nat * seq nat);             (* alphabets that become products *)
  a_letters : seq (letter * seq letter);         (* what constants, and letters of the conclusion, become *)
  a_quantified : seq (letter * seq letter);      (* what other letters of premises become: new ones *)
  a_bodies : seq (nat * (seq letter * poly)); a_denominator : nat; a_shift : nat;
  a_terms : seq image;                           (* of the terms of the rule, in order; their bodies are among those *)
  a_guard : poly; a_guarded : evidence; a_shown : seq evidence; a_base : nat; a_statement : fact }.

(* a new alphabet J with |J| q >= d, for the polynomial q of a known fact q > 0 *)
Record enlargement := Enlargement { l_alphabet : nat; l_number : nat; l_room : nat }.

Inductive proof :=
| Done
| Comb of combine & proof
| Split of fact & poly & seq (letter * letter) & proof & proof & proof
| Indi of indicate & proof
| Lim of limit & proof
| Exte of extension & proof
| Conv of convex & fact & proof
| Appl of application & proof
| Enla of enlargement & proof
| Entr of convex_term & proof.

