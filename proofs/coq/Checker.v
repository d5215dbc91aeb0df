(* The checker: does this certificate prove this goal? (pmlsym/kernel/checker.py)

   Every step becomes identities between normal forms, plus sign conditions on coefficients; nothing
   is searched for that is not tested afterwards. Soundness.v proves that what is accepted holds. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Pmlsym Require Import Polynomial Tensor NormalForm Product Sequent ConvexRows Certificate.
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

(* ---- replacing tensors by polynomials ----
   A tensor with a body b becomes b / d, where b is a polynomial in the places pl; the result is multiplied
   by as many factors d as such tensors occur in one monomial. The summed letters of b are moved by multiples
   of h, so that no two copies share one. *)
Section Replace.
Variables (body_of : nat -> option (seq letter * poly)) (ps : seq letter) (d h : nat).
Definition parameters (e : seq letter * poly) : seq letter := [seq x <- free e.2 | x \notin e.1].
Definition replace_atom (N : nat) (a : atom) : poly :=
  if body_of a.1 is Some (pl, b) then at_letters (zip pl a.2) N b else [:: (Posz 1, ([::], [:: a]))].
Definition ok_atom (N : nat) (a : atom) : bool :=
  if body_of a.1 is Some (pl, b) then
    [&& size a.2 == size pl, ok_letters [::] (zip pl a.2) N b & all (fun x => x \in ps) (parameters (pl, b))]
  else true.
Fixpoint replace_atoms (N : nat) (A : seq atom) : poly :=
  if A is a :: A' then mulp (replace_atom N a) (replace_atoms (N + h) A') else one.
Fixpoint ok_atoms (N : nat) (A : seq atom) : bool :=
  if A is a :: A' then
    [&& ok_atom N a, ok_mul (replace_atom N a) (replace_atoms (N + h) A') & ok_atoms (N + h) A']
  else true.
Definition occurrences (A : seq atom) : nat := count (fun a => isSome (body_of a.1)) A.
Definition degree (p : poly) : nat := foldr maxn 0%N [seq occurrences m.2.2 | m <- p].
Definition replace (p : poly) : poly :=
  flatten [seq [seq (m.1 * Posz (d ^ (degree p - occurrences m.2.2)) * q.1,
                     (m.2.1 ++ q.2.1, q.2.2)) | q <- replace_atoms h m.2.2] | m <- p].
(* no summed letter is one of the parameters ps *)
Definition ok_replace (p : poly) : bool :=
  all (fun m => ok_atoms h m.2.2 && all (fun i => i \notin ps) m.2.1) p.
End Replace.
Definition only_body (t : nat) (pl : seq letter) (b : poly) (s : nat) : option (seq letter * poly) :=
  if s == t then Some (pl, b) else None.
Definition find_body (bodies : seq (nat * (seq letter * poly))) (s : nat) : option (seq letter * poly) :=
  ohead [seq e.2 | e <- bodies & e.1 == s].

Section Check.
Variables (D : seq declaration) (C : seq letter) (fuel : nat).

(* a tensor that nothing assumed speaks of, the rules L among that *)
Definition fresh (t : nat) (A : seq fact) (L : seq rule) : bool :=
  [&& plain t, all (fun F => t \notin tensors_of F.2) A & all (fun F => t \notin shared_tensors F) L].

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
Definition defining (i : indicate) : fact :=
  (Ge, mulp [:: (Posz 1, ([::], [::])); (Negz 1, ([::], [:: (n_ind i, n_places i)]))] (n_poly i)).
Definition check_indicate (A : seq fact) (L : seq rule) (goal : fact) (i : indicate) : bool
  :=
  let t := n_ind i in
  [&& fresh t A L, t \notin tensors_of goal.2, t \notin tensors_of (n_poly i),
      ~~ d_positive (decl D t) && (d_stochastic (decl D t) == [::]), uniq (n_places i) &
      ok_mul [:: (Posz 1, ([::], [::])); (Negz 1, ([::], [:: (n_ind i, n_places i)]))] (n_poly i) &&
      all (fun x => (x \in C) || (x \in n_places i)) (free (n_poly i))].

Definition kept (t : nat) (p : poly) : poly := [seq m <- p | t \notin map fst m.2.2].
Definition check_limit (A : seq fact) (L : seq rule) (K : seq fact) (l : limit) : bool :=
  let t := l_var l in
  [&& fresh t A L, ~~ d_indicator (decl D t) && (d_stochastic (decl D t) == [::]),
    implied Ge (l_stmt l).1 &
      states (l_stmt l).2 (kept t (nth F0 K (l_fact l)).2)].

(* the letters ps, which a statement quantifies, become constants inside the branches of a split, and have
   other names there *)
Definition inside (s : seq (letter * letter)) (st : fact) : fact := (st.1, at_letters s 0 st.2).
Definition check_inside (L : seq rule) (s : seq (letter * letter)) (st : fact) (c : poly) :
  bool :=
  let new := map snd s in
  [&& ok_letters C s 0 st.2, uniq new, all (fun x => x \notin C) new,
      all (fun x => (x \in map fst s) || (x \notin new)) (free st.2) &
      all (fun x => (x \in new) || (x \in C)) (free c) && all (fun F => all (fun x => x \in C) (shared_letters F)) L].
End Check.

(* ---- what has to be shown of a polynomial ---- *)
Section Needs.
Variables (D : seq declaration) (C : seq letter) (fuel : nat) (K : seq fact).
Definition signed (m : int * mono) : bool := (0 <= m.1) && all (ok_declared D Nonneg) m.2.2.
Definition is_plain (F : fact) : bool :=
  let p := normal_form D fuel F.2 in
  match F.1 with
  | Eq => all (fun m => m.1 == 0) p
  | Ge => all signed p
  | Gt => all signed p && has (fun m => (0 < m.1) && all (ok_declared D Posit) m.2.2) p
  end.
Definition shown (F : fact) (u : evidence) : bool :=
  if u is Some u then [&& ok_use D C K u, implied (use_rel K u) F.1 & states D fuel (use_poly K u) F.2]
  else is_plain F.

(* what a tensor declares, at letters that are different *)
Definition needs_of (t : nat) (a : atom) : seq fact :=
  let d := decl D t in let sum := d_stochastic d != [::] in
  (if d_positive d then [:: declared Posit a] else if d_nonnegative d then [:: declared Nonneg a] else [::])
    ++
  (if d_at_most_one d && ~~ (sum && (d_nonnegative d || d_positive d)) then [:: declared AtMost a] else [::])
    ++
  (if d_indicator d then [:: square a] else [::]) ++ (if sum then [:: total D a] else [::]).
Definition ok_own (t : nat) (l : seq letter) : bool :=
  [&& plain t, map fst l == d_alphabets (decl D t), uniq l, all (fun x => x \notin C) l &
      all (alone l) (d_stochastic (decl D t))].
End Needs.

(* ---- new tensors ---- *)
Section Extend.
Variables (D : seq declaration) (C : seq letter) (fuel : nat) (K : seq fact).
Definition entry (t : nat) (l : seq letter) : poly := [:: (Posz 1, ([::], [:: (t, l)]))].
Definition summed_over (l : seq letter) (p : poly) : poly := [seq (m.1, (l ++ m.2.1, m.2.2)) | m <- p].
Definition new_tensor (e : extension) : nat := match e with Define t _ _ _ _ _ | Choose t _ _ _ _ _
  | Reciprocal t _ _ _ => t end.
Definition said_of (e : extension) : fact :=
  match e with
  | Define t pl b d _ _ => (Eq, (Posz d, ([::], [:: (t, pl)])) :: negp b)
  | Choose t out inn p new N =>
      (Ge, summed_over new (mulp (entry t (out ++ new)) (at_letters (zip inn new) N p)) ++ negp p)
  | Reciprocal t pl k d => (Eq, mulp (entry t pl) (nth F0 K k).2 ++ negp (scalep d one))
  end.
Definition check_extension (A : seq fact) (L : seq rule) (goal : fact) (e : extension) :
  bool :=
  let t := new_tensor e in let d := decl D t in
  let within l p := all (fun x => (x \in C) || (x \in l)) (free p) && (t \notin tensors_of p) in
  [&& fresh t A L, t \notin tensors_of goal.2 &
  match e with
  | Define _ pl b d h us =>
      let bo := only_body t pl b in
      [&& (0 < d)%N, ok_own D C t pl, within pl b &
          all2 (fun F u => ok_replace bo (parameters (pl, b)) h F.2 && shown D C fuel K (F.1, replace bo d h
            F.2) u)
            (needs_of D t (t, pl)) us]
  | Choose _ out inn p new N =>
      let l := out ++ inn in
      [&& ~~ d_positive d && (d_stochastic d == iota (size out) (size inn)), ok_own D [::] t l, within l p,
          [&& uniq new, map fst new == map fst inn & all (fun x => (x \notin C) && (x \notin out)) new] &
          ok_letters [::] (zip inn new) N p && ok_mul (entry t (out ++ new)) (at_letters (zip inn new) N p)]
  | Reciprocal _ pl k m =>
      let F := nth F0 K k in
      [&& [&& ~~ d_at_most_one d, ~~ d_indicator d & d_stochastic d == [::]], ok_own D C t pl, within pl F.2,
          (0 < m)%N && is_gt F.1 & ok_mul (entry t pl) F.2]
  end].
End Extend.

(* ---- convex terms ---- *)
(* the number that a polynomial is, if it is one *)
Definition constant (p : poly) : option int :=
  if all (fun m => m.2 == ([::], [::])) p then Some (foldr (fun m c => m.1 + c) 0 p) else None.
(* F(1, 1), if it is known: of powers where the order is a number *)
Definition at_one (f : function) : option int :=
  if (f.1 < 2)%N then Some 0 else
  if constant (order_of f) is Some c then
    Some (if Posz f.2.2 < c then Posz 1 else if (0 < c) && (c < Posz f.2.2) then Negz 0 else 0)
  else None.
(* F(a, b) / b has no bound that serves every N for u log u, and for powers of an order that is, or may be, above one *)
Definition function_grows (f : function) : bool :=
  (f.1 == 0%N) || ((1 < f.1)%N && ~~ (if constant (order_of f) is Some c then c <= Posz f.2.2 else false)).
Definition timesp (c : int) (p : poly) : poly := [seq (c * m.1, m.2) | m <- p].
(* the terms that may be as large as N lets them: their function grows, or a term in their arguments does *)
Definition with_growing (G : seq nat) (t : convex_term) : seq nat :=
  if function_grows (ct_function t) || has (fun s => s \in G) (tensors_of (ct_arguments t))
  then ct_tensor t :: G else G.
Definition growing (ts : seq convex_term) : seq nat := foldl with_growing [::] ts.
Definition stays (ts : seq convex_term) (p : poly) : bool := all (fun s => s \notin growing ts) (tensors_of p).
Section Convex.
Variables (D : seq declaration) (C : seq letter) (fuel : nat) (K : seq fact) (ts : seq convex_term).
Definition no_term : convex_term := ConvexTerm 0 u_log_u [::] [::] [::] 0.
Definition term_of (s : nat) : convex_term := nth no_term ts (index s (map ct_tensor ts)).
Definition read (f : function) (a : poly) (d : reading) : poly :=
  match d with
  | IsZero => [::]
  | IsSame => if at_one f is Some c then timesp c a else [::]
  | IsEntry s l N v => mulp v (entry s l)
  end.
(* of one number, and of orders that are the same; an order is one number, whatever the letters are *)
Definition same_function (f g : function) : bool :=
  [&& f.1 == g.1, (0 < g.2.2)%N & is_zero D fuel (scalep g.2.2 (order_of f) ++ negp (scalep f.2.2 (order_of g)))].
Definition ok_read (f : function) (a b : poly) (d : reading) : bool :=
  (free (order_of f) == [::]) && (0 < f.2.2)%N &&
  match d with
  | IsZero => is_zero D fuel a
  | IsSame => isSome (at_one f) && is_zero D fuel (a ++ negp b)
  | IsEntry s l N v =>
      let t := term_of s in let at_ := zip (ct_letters t) l in
      let ok a a' := let q := at_letters at_ N a' in
        [&& ok_letters [::] at_ N a', ok_mul v q & is_zero D fuel (scalep (ct_denominator t) a ++ negp (mulp v
          q))] in
      [&& (s \in map ct_tensor ts) && same_function f (ct_function t), (0 < ct_denominator t)%N && all (signed D) v,
          uniq (ct_letters t) && (map fst l == map fst (ct_letters t)), ok a (ct_a t) && ok b (ct_b t) &
          ok_mul v (entry s l)]
  end.
Definition total_of (g : part -> poly) (ps : seq part) : poly := flatten [seq summed_over p.1.2 (g p) | p <-
  ps].
Definition first_of (p : part) : poly := p.1.1.1.
Definition second_of (p : part) : poly := p.1.1.2.
Definition read_part (f : function) (p : part) : poly := read f (first_of p) p.2.

(* a row of the table, with polynomials for what it is about; a polynomial has a denominator *)
Fixpoint erased (w : written) : expression :=
  match w with
  | WArg k _ => Arg k
  | WNum c => Num c
  | WHalf => Half
  | WPlus x y => Plus (erased x) (erased y)
  | WTimes x y => Times (erased x) (erased y)
  | WFun f o x y _ => Fun f (erased o) (erased x) (erased y)
  end.
Definition argument (xs : seq (poly * nat)) (k : nat) : poly * nat := nth ([::], 1%N) xs k.
Fixpoint poly_of (xs : seq (poly * nat)) (w : written) : poly * nat :=
  match w with
  | WArg k N => (at_letters [::] N (argument xs k).1, (argument xs k).2)
  | WNum c => (numeral c, 1%N)
  | WHalf => (numeral (Posz 1), 2%N)
  | WPlus x y => let: (p, d) := poly_of xs x in let: (q, e) := poly_of xs y in
      (scalep e p ++ scalep d q, (d * e)%N)
  | WTimes x y => let: (p, d) := poly_of xs x in let: (q, e) := poly_of xs y in (mulp p q, (d * e)%N)
  | WFun f o x y r => let: (p, d) := poly_of xs x in let: (q, e) := poly_of xs y in
      (read (f, poly_of xs o) (scalep e p) r, (d * e)%N)
  end.
Fixpoint ok_written (xs : seq (poly * nat)) (w : written) : bool :=
  match w with
  | WArg k N => (0 < (argument xs k).2)%N && ok_letters [::] [::] N (argument xs k).1
  | WNum _ | WHalf => true
  | WPlus x y => ok_written xs x && ok_written xs y
  | WTimes x y => [&& ok_written xs x, ok_written xs y & ok_mul (poly_of xs x).1 (poly_of xs y).1]
  | WFun f o x y r => [&& ok_written xs o, ok_written xs x, ok_written xs y &
      ok_read (f, poly_of xs o) (scalep (poly_of xs y).2 (poly_of xs x).1) (scalep (poly_of xs x).2 (poly_of xs y).1) r]
  end.
Definition row_of (t : table_row) : row := nth no_row table (t_row t).
Definition said_row (t : table_row) : fact := ((row_says (row_of t)).1, (poly_of (t_arguments t) (t_says t)).1).
Definition check_row (t : table_row) : bool :=
  let xs := t_arguments t in
  [&& size xs == arity (row_of t), all (fun x => (0 < x.2)%N && stays ts x.1) xs,
      same_expression (erased (t_says t)) (row_says (row_of t)).2 && ok_written xs (t_says t) &
      all2 (fun F e => [&& same_expression (erased e.1) F.2, ok_written xs e.1 &
                           shown D C fuel K (F.1, (poly_of xs e.1).1) e.2]) (needs_of_row (row_of t)) (t_needs t)].

Definition said_convex (c : convex) : fact :=
  match c with
  | Perspective f ps d _ => (Ge, total_of (read_part f) ps ++ negp (read f (total_of first_of ps) d))
  | Scale f v a b d d' _ => (Eq, read f (mulp v a) d ++ negp (mulp v (read f a d')))
  | Same f a b c e d d' _ _ => (Eq, read f a d ++ negp (read f c d'))
  | OfTable t => said_row t
  end.
Definition check_convex (c : convex) : bool :=
  match c with
  | Perspective f ps d us =>
      [&& all (fun p => ok_read f (first_of p) (second_of p) p.2 && all (fun x => x \notin C) p.1.2) ps,
          ok_read f (total_of first_of ps) (total_of second_of ps) d &
          all2 (fun a u => shown D C fuel K (Ge, a) u) (flatten [seq [:: first_of p; second_of p] | p <- ps])
            us]
  | Scale f v a b d d' u =>
      [&& ok_mul v a, ok_mul v b, ok_read f (mulp v a) (mulp v b) d, ok_read f a b d' &
          ok_mul v (read f a d') && shown D C fuel K (Ge, v) u]
  | Same f a b c e d d' u u' =>
      [&& ok_read f a b d, ok_read f c e d', shown D C fuel K (Eq, a ++ negp c) u &
          shown D C fuel K (Eq, b ++ negp e) u']
  | OfTable t => check_row t
  end.
Definition check_stated (c : convex) (st : fact) : bool :=
  [&& check_convex c, implied (said_convex c).1 st.1 & states D fuel st.2 (said_convex c).2].
End Convex.
Definition is_row (c : convex) : bool := if c is OfTable _ then true else false.
(* what a new tensor is made of does not grow; a choice is one of finitely many *)
Definition extension_stays (ts : seq convex_term) (K : seq fact) (e : extension) : bool :=
  match e with
  | Define _ _ p _ _ _ => stays ts p
  | Choose _ _ _ _ _ _ => true
  | Reciprocal _ _ k _ => stays ts (nth F0 K k).2
  end.
(* facts that speak of all that the terms do, so that nothing new is among it *)
Definition facts_of_terms (ts : seq convex_term) : seq fact :=
  flatten [seq [:: (Ge, ct_a t); (Ge, ct_b t); (Ge, order_of (ct_function t)); (Ge, entry (ct_tensor t) (ct_letters t))] | t <- ts].

(* each term is a new tensor, of which nothing is declared, of its letters and of tensors before it *)
Fixpoint ok_terms (D : seq declaration) (seen : seq nat) (ts : seq convex_term) : bool :=
  if ts is t :: ts' then
    let s := ct_tensor t in let e := decl D s in let p := ct_arguments t in
    [&& plain s && (s \notin seen ++ tensors_of p), d_alphabets e == map fst (ct_letters t),
        ~~ [|| d_nonnegative e, d_positive e, d_at_most_one e | d_indicator e] && (d_stochastic e == [::]),
        [&& uniq (ct_letters t), all (fun x => x \in ct_letters t) (free p) & (0 < ct_denominator t)%N] &
        ok_terms D (s :: seen ++ tensors_of p) ts']
  else true.
(* a further term, of tensors that are there: nothing that is assumed, known or shown speaks of it. What is known may
   rest on an N that was large enough for a tensor that does not grow, which this one may do *)
Definition check_entry (D : seq declaration) (A K : seq fact) (L : seq rule) (goal : fact) (t : convex_term) : bool :=
  [&& ok_terms D [::] [:: t], fresh (ct_tensor t) A L & all (fun F => ct_tensor t \notin tensors_of F.2) (goal :: K)].

(* ---- new alphabets ---- *)
(* the alphabets of which a polynomial speaks, by its letters and by sizes *)
Definition alphabets_in (p : poly) : seq nat :=
  flatten [seq map fst m.2.1 ++ map fst (letters_of m.2.2) | m <- p].
Section Enlarge.
Variables (D : seq declaration) (C : seq letter) (K : seq fact).
(* tensors that do not depend on how many letters an alphabet has *)
Definition apart_from (J : nat) (ss : seq nat) : bool :=
  all (fun s => (s != size_tensor J) && (J \notin d_alphabets (decl D s))) ss.
Definition avoids (J : nat) (p : poly) : bool := (J \notin alphabets_in p) && apart_from J (tensors_of p).
(* some tensor is declared so, whatever the sizes of its alphabets are *)
Definition inhabited (d : declaration) : bool :=
  all (fun k => (k < size (d_alphabets d))%N) (d_stochastic d) &&
  ((d_stochastic d != [::]) && d_indicator d ==> ~~ d_positive d && uniq (d_stochastic d)).
(* an alphabet of which nothing assumed speaks *)
Definition new_alphabet (J : nat) (A : seq fact) (L : seq rule) : bool :=
  [&& all (fun F => avoids J F.2) A, all (fun d => ok_places d && ((J \in d_alphabets d) ==> inhabited d)) D &
      all (fun F => [&& J \notin shared_alphabets F, apart_from J (shared_tensors F) &
        all (fun x => x.1 != J) (shared_letters F)]) L].
Definition enlarged (l : enlargement) : fact :=
  (Ge, mulp (entry (size_tensor (l_alphabet l)) [::]) (nth F0 K (l_number l)).2 ++ negp (scalep (l_room l) one)).
Definition check_enlarge (A : seq fact) (L : seq rule) (goal : fact) (l : enlargement) : bool :=
  let J := l_alphabet l in let F := nth F0 K (l_number l) in
  [&& new_alphabet J A L, avoids J goal.2, avoids J F.2 && is_gt F.1, all (fun x => x \in C) (free F.2) &
      ok_mul (entry (size_tensor J) [::]) F.2].
End Enlarge.

(* ---- rules ---- *)
(* the tensors of which a rule speaks *)
Definition spoken (F : rule) : seq nat :=
  flatten [seq tensors_of G.2 | G <- r_conclusion F :: premises F] ++
  flatten [seq tensors_of (ct_arguments t) ++ [:: ct_tensor t] | t <- r_terms F].
Section Apply.
Variables (D : seq declaration) (C : seq letter) (fuel : nat) (K : seq fact) (ts : seq convex_term).
Definition product_of (al : seq (nat * seq nat)) (a : nat) : seq nat :=
  head [:: a] [seq e.2 | e <- al & e.1 == a].
Definition image_of (sg : nat -> seq nat) (tab : seq (letter * seq letter)) (x : letter) : seq letter :=
  let l := head [:: x] [seq e.2 | e <- tab & e.1 == x] in
  if map fst l == sg x.1 then l else [seq (b, 0%N) | b <- sg x.1].
Definition rule0 : rule := Rule [::] [::] [::] [::] [::] [::] [::] F0.

Section One.
Variables (F : rule) (i : application).
Definition products := product_of (a_alphabets i).
Definition images_at := image_of products (a_letters i).
Definition images_new := image_of products (a_quantified i).
Definition images_need (x : letter) : seq letter := if x \in r_constants F then images_at x else images_new x.
Definition bodies := find_body (a_bodies i).
Definition all_parameters : seq letter := flatten [seq parameters e.2 | e <- a_bodies i].
Definition translate (im : letter -> seq letter) (p : poly) : poly :=
  mulp (a_guard i) (replace bodies (a_denominator i) (a_shift i) (expand_poly products im p)).
Definition ok_translate (im : letter -> seq letter) (p : poly) : bool :=
  let q := expand_poly products im p in
  [&& ok_expand (r_declarations F) im p, ok_replace bodies all_parameters (a_shift i) q &
      ok_mul (a_guard i) (replace bodies (a_denominator i) (a_shift i) q)].
Definition quantified_in (G : fact) : seq letter := undup [seq x <- free G.2 | x \notin r_constants F].
(* the letters that a need quantifies are new: nothing else depends on them *)
Definition ok_need (G : fact) (u : evidence) : bool :=
  let new := images images_new (quantified_in G) in
  let old := C ++ all_parameters ++ free (a_guard i) ++
    images images_at [seq x <- free G.2 | x \in r_constants F] in
  [&& ok_translate images_need G.2, shown D C fuel K (G.1, translate images_need G.2) u, uniq new &
      all (fun z => z \notin old) new].
(* what stands for a convex term is the function of what stands for its arguments, its order among these *)
Definition image_function (im : letter -> seq letter) (f : function) : function :=
  let o := expand_poly products im (order_of f) in let d := a_denominator i in
  (f.1, (replace bodies d (a_shift i) o, (f.2.2 * d ^ degree bodies o)%N)).
Definition ok_image (t : convex_term) (e : image) : bool :=
  let im := image_of products e.1 in let d := a_denominator i in let s := ct_tensor t in
  let pl := images im (ct_letters t) in let a := expand_poly products im (ct_a t) in
  let b := expand_poly products im (ct_b t) in let j := degree bodies a in let k := degree bodies b in
  let a' := scalep (d ^ k) (replace bodies d (a_shift i) a) in
  let b' := scalep (d ^ j) (replace bodies d (a_shift i) b) in
  let f := image_function im (ct_function t) in
  if bodies s is Some (pl', c) then
    [&& [&& plain s, d_alphabets (decl (r_declarations F) s) == map fst (ct_letters t) & (0 < ct_denominator t)%N],
        all (fun x => x \in ct_letters t) (free (ct_arguments t)),
        [&& pl' == pl, uniq pl & all (fun x => x \notin all_parameters) pl],
        all (fun p => ok_expand (r_declarations F) im p && ok_replace bodies all_parameters (a_shift i) (expand_poly
          products im p)) [:: ct_a t; ct_b t; order_of (ct_function t)] &
        ok_read D fuel ts f a' b' e.2 &&
        is_zero D fuel (scalep (ct_denominator t * d ^ (j + k)) c ++ negp (scalep d (read f a' e.2)))]
  else false.
Definition own_letters (t : nat) : seq letter := (shape_atom (r_declarations F) t (a_base i)).2.
Definition bound_tensors : seq nat := [seq k.*2.+2 | k <- iota 0 (size (r_declarations F))].
Definition needs : seq fact :=
  premises F ++ flatten [seq needs_of (r_declarations F) t (t, own_letters t) | t <- bound_tensors].
(* each tensor of which the rule speaks is shared, or something stands for it *)
Definition replaced (t : nat) : bool := ~~ plain t || (t \in shared_tensors F) || isSome (bodies t).
Definition nothing_declared (d : declaration) : bool :=
  ~~ [|| d_nonnegative d, d_positive d, d_at_most_one d | d_indicator d] && (d_stochastic d == [::]).
Definition ok_bodies : bool :=
  [&& all replaced (spoken F), all (fun t => replaced t || nothing_declared (decl (r_declarations F) t)) bound_tensors &
      all (fun e => (e.1 \in growing (r_terms F)) || stays ts e.2.2) (a_bodies i)].
Definition shares : bool :=
  [&& all (fun a => products a == [:: a]) (shared_alphabets F),
      all (fun t => [&& plain t, ~~ isSome (bodies t) &
        all (fun a => products a == [:: a]) (d_alphabets (decl (r_declarations F) t))]) (shared_tensors F) &
      all (fun x => (images_at x == [:: x]) && (x \in C)) (shared_letters F)].
End One.

Definition check_application (L : seq rule) (i : application) : bool :=
  let F := nth rule0 L (a_rule i) in let G := r_conclusion F in let st := a_statement i in
  [&& (a_rule i < size L)%N && (0 < a_denominator i)%N, all (fun e => plain e.1) (a_bodies i) && shares F i,
      all (fun t => ok_own (r_declarations F) (r_constants F) t (own_letters F i t)) (bound_tensors F) && ok_bodies F i,
      [&& shown D C fuel K (Ge, a_guard i) (a_guarded i), all2 (ok_need F i) (needs F i) (a_shown i) &
          all2 (ok_image F i) (r_terms F) (a_terms i)] &
      [&& ok_translate F i (images_at i) G.2, states D fuel st.2 (translate i (images_at i) G.2), implied G.1
        st.1 &
          is_gt st.1 ==> shown D C fuel K (Gt, a_guard i) (a_guarded i)]].
End Apply.

Fixpoint check_with (ts : seq convex_term) (L : seq rule) (D : seq declaration) (C : seq letter) (fuel : nat)
  (A K : seq fact) (p : proof) (goal : fact) : bool :=
  match p with
  | Done => let F := last F0 K in implied F.1 goal.1 && states D fuel goal.2 F.2
  | Comb c p => check_combine D C K fuel c && check_with ts L D C fuel A (rcons K (statement c)) p goal
  | Split st c s p1 p2 p3 =>
      let above := (Gt, c) in let below := (Ge, negp c) in let C' := map snd s ++ C in
      [&& check_inside C L s st c, check_with ts L D C' fuel (rcons A above) (rcons K above) p1 (inside s
        st),
          check_with ts L D C' fuel (rcons A below) (rcons K below) p2 (inside s st) &
          check_with ts L D C fuel A (rcons K st) p3 goal]
  | Indi i p =>
      check_indicate D C A L goal i &&
      check_with ts L D C fuel (rcons A (defining i)) (rcons K (defining i)) p goal
  | Lim l p => check_limit D fuel A L K l && check_with ts L D C fuel A (rcons K (l_stmt l)) p goal
  | Exte e p =>
      [&& check_extension D C fuel K A L goal e, extension_stays ts K e &
          check_with ts L D C fuel (rcons A (said_of K e)) (rcons K (said_of K e)) p goal]
  | Conv c st p => check_stated D C fuel K ts c st && check_with ts L D C fuel A (rcons K st) p goal
  | Appl i p =>
      check_application D C fuel K ts L i && check_with ts L D C fuel A (rcons K (a_statement i)) p goal
  | Enla l p =>
      [&& check_enlarge D C K A L goal l, stays ts (nth F0 K (l_number l)).2 &
          check_with ts L D C fuel (rcons A (enlarged K l)) (rcons K (enlarged K l)) p goal]
  | Entr t p =>
      check_entry D A K L goal t && check_with (rcons ts t) L D C fuel (A ++ facts_of_terms [:: t]) K p goal
  end.

(* whether a limit is taken, and whether a row is used: never both, since how large N has to be may depend on what
   goes to zero *)
Fixpoint has_limit (p : proof) : bool :=
  match p with
  | Done => false
  | Comb _ p | Indi _ p | Exte _ p | Conv _ _ p | Appl _ p | Enla _ p | Entr _ p => has_limit p
  | Split _ _ _ p1 p2 p3 => [|| has_limit p1, has_limit p2 | has_limit p3]
  | Lim _ _ => true
  end.
Fixpoint has_row (p : proof) : bool :=
  match p with
  | Done => false
  | Comb _ p | Indi _ p | Exte _ p | Lim _ p | Appl _ p | Enla _ p | Entr _ p => has_row p
  | Split _ _ _ p1 p2 p3 => [|| has_row p1, has_row p2 | has_row p3]
  | Conv c _ p => is_row c || has_row p
  end.
(* new alphabets are as large as is asked for over Archimedean fields alone *)
Fixpoint enlarges (p : proof) : bool :=
  match p with
  | Done => false
  | Comb _ p | Indi _ p | Exte _ p | Lim _ p | Appl _ p | Conv _ _ p | Entr _ p => enlarges p
  | Split _ _ _ p1 p2 p3 => [|| enlarges p1, enlarges p2 | enlarges p3]
  | Enla _ _ => true
  end.
(* ---- laws: a schema as a rule that binds its parameter alone ---- *)
(* a polynomial speaks of these tensors, terms and alphabets alone *)
Definition speaks_of (tensors : seq nat) (ts : seq convex_term) (alphabets : seq nat) (p : poly) : bool :=
  all (fun a => a \in alphabets) (alphabets_in p) &&
  all (fun m => all (fun x => if plain x.1
      then (x.1 \in tensors) || has (fun t => (x.1 == ct_tensor t) && (map fst x.2 == map fst (ct_letters t))) ts
    else if x.1 == 0%N then size x.2 == 2%N else (x.2 == [::]) && (x.1./2 \in alphabets)) m.2.2) p.
(* declarations, of some tensors alone *)
Definition erase (d : declaration) : declaration := Declaration (d_alphabets d) false false false false [::].
Definition only (keep : pred nat) (D : seq declaration) : seq declaration :=
  [seq (let d := nth undeclared D k in if keep k.*2.+2 then d else erase d) | k <- iota 0 (size D)].
Definition facts_of (s : schema) : seq fact := conclusion s :: conditions s.
Definition rule_of (D : seq declaration) (C : seq letter) (s : schema) : rule :=
  let named := flatten [seq tensors_of G.2 | G <- facts_of s] in
  Rule (only (fun t => t == parameter s) D) C [::]
    (d_alphabets (decl D (parameter s)) ++ [seq t./2 | t <- named & odd t] ++ flatten [seq alphabets_in G.2 | G <- facts_of s])
    [seq t <- named | plain t && (t != parameter s)] C (conditions s) (conclusion s).
Definition ok_law (D : seq declaration) (C : seq letter) (s : schema) : bool :=
  let F := rule_of D C s in let t := parameter s in
  [&& plain t, ok_places (decl D t) &
      all (fun G => speaks_of (t :: shared_tensors F) [::] (shared_alphabets F) G.2) (facts_of s)].
(* from facts and laws, without terms and new alphabets *)
Definition check D C fuel A S p goal : bool :=
  [&& ~~ has_row p && ~~ enlarges p, all (ok_law D C) S & check_with [::] (map (rule_of D C) S) D C fuel A A p goal].

(* a certificate with terms, from rules L; `rows`: whether one is used in a lemma among these, or a rule of them
   is about terms that grow *)
Definition check_certificate (rows : bool) (fuel : nat) (ts : seq convex_term) (L : seq rule) (D : seq declaration)
    (C : seq letter) (A : seq fact) (p : proof) (goal : fact) : bool :=
  [&& ok_terms D [::] ts, ~~ (has_limit p && (rows || has_row p)) &
      check_with ts L D C fuel (A ++ facts_of_terms ts) A p goal].

(* terms of which facts do not speak *)
Definition apart_terms (ts : seq convex_term) (Gs : seq fact) : bool :=
  all (fun G => all (fun t => ct_tensor t \notin tensors_of G.2) ts) Gs.
(* ---- lemmas: rules that are proved, each with those before it; everything in them is bound. A proof may speak of more
   terms, and of tensors that are hidden: who applies the lemma need not say what these are ---- *)
Record lemma := Lemma_ { l_rule : rule; l_hidden : seq nat; l_terms : seq convex_term; l_proof : proof }.
Definition said_by (l : lemma) : rule := let F := l_rule l in
  Rule (only (fun t => t \notin l_hidden l) (r_declarations F)) (r_constants F) (r_terms F) [::] [::] [::] (premises F)
    (r_conclusion F).
Definition check_lemma (rows : bool) (fuel : nat) (L : seq rule) (l : lemma) : bool :=
  let F := l_rule l in
  [&& all (fun t => [&& plain t, t \notin spoken F & inhabited (decl (r_declarations F) t)]) (l_hidden l),
      apart_terms (l_terms l) (r_conclusion F :: premises F) &
      check_certificate rows fuel (r_terms F ++ l_terms l) L (r_declarations F) (r_constants F) (premises F)
        (l_proof l) (r_conclusion F)].
Fixpoint check_lemmas (rows : bool) (fuel : nat) (L : seq rule) (lemmas : seq lemma) : bool :=
  if lemmas is l :: more then
    check_lemma rows fuel L l && check_lemmas (rows || has_row (l_proof l)) fuel (rcons L (said_by l)) more
  else true.
(* whether how large N has to be for a rule may depend on its tensors *)
Definition about_growing (Q : rule) : bool := growing (r_terms Q) != [::].
Definition rows_in (lemmas : seq lemma) : bool := has (fun l => has_row (l_proof l)) lemmas.
(* a certificate that may apply lemmas, and the rules L that it assumes; what these share is no term *)
Definition check_after (fuel : nat) (lemmas : seq lemma) (ts : seq convex_term) (L : seq rule)
    (D : seq declaration) (C : seq letter) (A : seq fact) (p : proof) (goal : fact) : bool :=
  all (fun F => all (fun t => ct_tensor t \notin shared_tensors F) ts) L &&
  check_certificate (rows_in lemmas || has about_growing L) fuel ts (map said_by lemmas ++ L) D C A p goal.
Definition check_proof (fuel : nat) (lemmas : seq lemma) (ts : seq convex_term) (L : seq rule)
    (D : seq declaration) (C : seq letter) (A : seq fact) (p : proof) (goal : fact) : bool :=
  check_lemmas false fuel [::] lemmas && check_after fuel lemmas ts L D C A p goal.
