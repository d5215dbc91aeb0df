(* The checker: does this certificate prove this goal? (pmlsym/evidence/checker.py)

   Every step becomes identities between normal forms, plus sign conditions on coefficients; nothing
   is searched for that is not tested afterwards. Soundness.v proves that what is accepted holds. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent Certificate.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.


(* ---- combine ---- *)
Section Combine.
Variables (D : seq declaration) (C : seq letter) (K : seq fact).
Local Notation ok_declared := (ok_declared D).
Local Notation is_zero := (is_zero D).
Definition use_poly (u : use) : poly :=
  match u with Known k s N => at_letters s N (nth F0 K k).2 | Declared k a => (declared k a).2 end.
Definition use_rel (u : use) : rel :=
  match u with Known k s N => (nth F0 K k).1 | Declared k a => (declared k a).1 end.
Definition ok_use (u : use) : bool :=
  match u with Known k s N => ok_letters C s N (nth F0 K k).2 | Declared k a => ok_declared k a end.
Fixpoint prod (us : seq use) : poly :=
  if us is u :: us' then mulp (use_poly u) (prod us') else one.
Fixpoint ok_prod (us : seq use) : bool :=
  if us is u :: us' then
    [&& ok_use u, ok_mul (use_poly u) (prod us') & ok_prod us']
  else true.

Definition expand (t : term) : poly :=
  [seq (coef t * a.1, (summed t ++ a.2.1, a.2.2)) | a <- prod (uses t)].
Definition ok_term (t : term) : bool := ok_prod (uses t) && all (fun i => i \notin C) (summed t).
Definition sign (t : term) : option rel :=
  if (coef t == 0) || has (fun u => is_eq (use_rel u)) (uses t) then Some Eq
  else if 0 < coef t then
    if all (fun u => is_gt (use_rel u)) (uses t) then Some Gt else Some Ge
  else None.

Definition right (ts : seq term) : poly := flatten [seq expand t | t <- ts].
Definition ok_rel (q : rel) (ts : seq term) : bool :=
  all (fun t => isSome (sign t)) ts &&
  match q with
  | Ge => true
  | Gt => has (fun t => if sign t is Some Gt then true else false) ts
  | Eq => all (fun t => if sign t is Some Eq then true else false) ts
  end.

Definition check_combine (fuel : nat) (c : combine) : bool :=
  [&& (0 < scale c)%N, ok_prod (multiplier c), all (fun u => is_gt (use_rel u)) (multiplier c),
      ok_mul (prod (multiplier c)) (statement c).2, all ok_term (terms c),
        ok_rel (statement c).1 (terms c) &
      is_zero fuel (scalep (scale c) (mulp (prod (multiplier c)) (statement c).2) ++ negp (right
        (terms c)))].

End Combine.

(* ---- replacing a tensor by a polynomial ----
   The tensor t becomes b / d, where b is a polynomial in the places pl; the result is multiplied by
   as many factors d as t occurs in one monomial. The summed letters of b are moved by multiples
     of h,
   so that no two copies of b share one. *)
Section Replace.
Variables (t : nat) (pl : seq letter) (b : poly) (d h : nat).
Definition params : seq letter := [seq x <- free b | x \notin pl].
Definition replace_atom (N : nat) (a : atom) : poly :=
  if a.1 == t then at_letters (zip pl a.2) N b else [:: (Posz 1, ([::], [:: a]))].
Definition ok_atom (N : nat) (a : atom) : bool :=
  (a.1 == t) ==> ((size a.2 == size pl) && ok_letters [::] (zip pl a.2) N b).
Fixpoint replace_atoms (N : nat) (A : seq atom) : poly :=
  if A is a :: A' then mulp (replace_atom N a) (replace_atoms (N + h) A') else one.
Fixpoint ok_atoms (N : nat) (A : seq atom) : bool :=
  if A is a :: A' then
    [&& ok_atom N a, ok_mul (replace_atom N a) (replace_atoms (N + h) A') & ok_atoms (N + h) A']
  else true.
Definition occurrences (A : seq atom) : nat := count (fun a => a.1 == t) A.
Definition degree (p : poly) : nat := foldr maxn 0%N [seq occurrences m.2.2 | m <- p].
Definition replace (p : poly) : poly :=
  flatten [seq [seq (m.1 * Posz (d ^ (degree p - occurrences m.2.2)) * q.1,
                     (m.2.1 ++ q.2.1, q.2.2)) | q <- replace_atoms h m.2.2] | m <- p].
Definition ok_replace (p : poly) : bool :=
  all (fun m => ok_atoms h m.2.2 && all (fun i => i \notin params) m.2.1) p.
End Replace.

Section Check.
Variables (D : seq declaration) (C : seq letter) (fuel : nat).

Definition plain (t : nat) : bool := (t != 0%N) && ~~ odd t.
Definition fresh (t : nat) (A : seq fact) (S : seq schema) : bool :=
  [&& plain t, all (fun F => t \notin tensors_of F.2) A &
      all (fun s => (parameter s != t) && all (fun F => t \notin tensors_of F.2) (conclusion s ::
        conditions s)) S].

(* p and q are positive multiples of one polynomial: the multiples are read off the greatest common
   divisors of the normal forms' coefficients, so that the data need not say them *)
Definition content (p : poly) : nat := foldr (fun m => gcdn (absz m.1)) 0%N (normal_form D fuel p).
Definition scales (p q : poly) : nat * nat :=
  match content p, content q with
  | 0%N, _ | _, 0%N => (1%N, 1%N)
  | a, b => (b, a)
  end.
Definition states (p q : poly) : bool :=
  let: (a, b) := scales p q in
  [&& (0 < a)%N, (0 < b)%N & is_zero D fuel (scalep a p ++ negp (scalep b q))].

Definition shape_atom (t base : nat) : atom :=
  (t, [seq (nth 0%N (d_alphabets (decl D t)) k,
    (base + k)%N) | k <- iota 0 (size (d_alphabets (decl D t)))]).
Definition square (a : atom) : fact :=
  (Eq, [:: (Posz 1, ([::], [:: a; a])); (Negz 0, ([::], [:: a]))]).
Definition total (a : atom) : fact :=
  (Eq, [:: (Posz 1, (own D a, [:: a])); (Negz 0, ([::], [::]))]).
Definition shape_of (t base : nat) : seq fact :=
  let a := shape_atom t base in
  (if is_nonnegative (decl D t) then [:: declared Nonneg a] else [::]) ++
  (if is_at_most_one (decl D t) then [:: declared AtMost a] else [::]) ++
  (if d_indicator (decl D t) then [:: square a] else [::]) ++
  (if d_stochastic (decl D t) != [::] then [:: total a] else [::]).
Definition ok_shape (t base : nat) : bool :=
  let a := shape_atom t base in
  [&& plain t, ~~ d_positive (decl D t), all (fun i => i \notin C) a.2 &
      (d_stochastic (decl D t) != [::]) ==> all (alone a.2) (d_stochastic (decl D t))].

Definition s0 : schema := Schema 0 [::] F0.
Definition ok_condition (K : seq fact) (t : nat) (i : instance) (F : fact) (u : use) : bool :=
  let b := i_body i in let d := i_denom i in let pl := i_places i in let h := i_shift i in
  let q := replace t pl b d h F.2 in
  [&& ok_use D C K u, implied (use_rel K u) F.1, ok_replace t pl b h F.2, ok_mul (i_guard i) q,
      states (use_poly K u) (mulp (i_guard i) q) &
      all (fun x => (x \in C) || (x \notin params pl b ++ free (i_guard i))) (free F.2)].
Definition check_instance (S : seq schema) (K : seq fact) (i : instance) : bool :=
  let s := nth s0 S (i_schema i) in let t := parameter s in
  let b := i_body i in let d := i_denom i in let pl := i_places i in let h := i_shift i in
  let q := replace t pl b d h (conclusion s).2 in
  [&& (i_schema i < size S)%N && (0 < d)%N, ok_shape t (i_base i), uniq pl,
      [&& ok_use D C K (i_guse i), states (use_poly K (i_guse i)) (i_guard i) &
          all2 (ok_condition K t i) (conditions s ++ shape_of t (i_base i)) (i_conds i)] &
      [&& ok_replace t pl b h (conclusion s).2, ok_mul (i_guard i) q,
        states (i_stmt i).2 (mulp (i_guard i) q),
          implied (conclusion s).1 (i_stmt i).1 &
            is_gt (i_stmt i).1 ==> is_gt (use_rel K (i_guse i))]].

Definition defining (i : indicate) : fact :=
  (Ge, mulp [:: (Posz 1, ([::], [::])); (Negz 1, ([::], [:: (n_ind i, n_places i)]))] (n_poly i)).
Definition check_indicate (A : seq fact) (S : seq schema) (goal : fact) (i : indicate) : bool :=
  let t := n_ind i in
  [&& fresh t A S, t \notin tensors_of goal.2, t \notin tensors_of (n_poly i),
      ~~ d_positive (decl D t) && (d_stochastic (decl D t) == [::]), uniq (n_places i) &
      ok_mul [:: (Posz 1, ([::], [::])); (Negz 1, ([::], [:: (n_ind i, n_places i)]))] (n_poly i) &&
      all (fun x => (x \in C) || (x \in n_places i)) (free (n_poly i))].

Definition kept (t : nat) (p : poly) : poly := [seq m <- p | t \notin map fst m.2.2].
Definition check_limit (A : seq fact) (S : seq schema) (K : seq fact) (l : limit) : bool :=
  let t := l_var l in
  [&& fresh t A S, ~~ d_indicator (decl D t) && (d_stochastic (decl D t) == [::]),
    implied Ge (l_stmt l).1 &
      states (l_stmt l).2 (kept t (nth F0 K (l_fact l)).2)].

(* the letters ps, which a statement quantifies, become constants inside the branches of a split, and have
   other names there *)
Definition inside (s : seq (letter * letter)) (st : fact) : fact := (st.1, at_letters s 0 st.2).
Definition check_inside (S : seq schema) (s : seq (letter * letter)) (st : fact) (c : poly) : bool :=
  let new := map snd s in
  [&& ok_letters C s 0 st.2, uniq new, all (fun x => x \notin C) new,
      all (fun x => (x \in map fst s) || (x \notin new)) (free st.2) &
      all (fun x => (x \in new) || (x \in C)) (free c) &&
      all (fun s => all (fun F => all (fun x => x \notin new) (free F.2)) (conclusion s :: conditions s)) S].
End Check.

Fixpoint check (D : seq declaration) (C : seq letter) (fuel : nat) (A : seq fact) (S : seq schema)
    (K : seq fact) (p : proof) (goal : fact) : bool :=
  match p with
  | Done => let F := last F0 K in implied F.1 goal.1 && states D fuel goal.2 F.2
  | Comb c p => check_combine D C K fuel c && check D C fuel A S (rcons K (statement c)) p goal
  | Split st c s p1 p2 p3 =>
      let above := (Gt, c) in let below := (Ge, negp c) in let C' := map snd s ++ C in
      [&& check_inside C S s st c, check D C' fuel (rcons A above) S (rcons K above) p1 (inside s st),
          check D C' fuel (rcons A below) S (rcons K below) p2 (inside s st) &
          check D C fuel A S (rcons K st) p3 goal]
  | Indi i p =>
      check_indicate D C A S goal i &&
      check D C fuel (rcons A (defining i)) S (rcons K (defining i)) p goal
  | Inst i p => check_instance D C fuel S K i && check D C fuel A S (rcons K (i_stmt i)) p goal
  | Lim l p => check_limit D fuel A S K l && check D C fuel A S (rcons K (l_stmt l)) p goal
  end.
