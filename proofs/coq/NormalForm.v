(* The normal form of monomials (pmlsym/calculus/normal_form.py): rules that are applied one at a
   time, each proved to keep the value; and equality up to the names of summed letters. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Pmlsym Require Import Polynomial Tensor.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Rules.
Variable D : seq declaration.
Local Notation ind t := (d_indicator (decl D t)).
Local Notation stoch t := (d_stochastic (decl D t)).
Local Notation als t := (d_alphabets (decl D t)).
Definition typed (a : atom) : bool := map fst a.2 == als a.1.
Definition own (a : atom) : seq letter := [seq nth i0 a.2 k | k <- stoch a.1].
Definition ok_stochastic (a : atom) : bool :=
  [&& stoch a.1 != [::], typed a, uniq (own a) & all (alone a.2) (stoch a.1)].

Definition is_delta (a : atom) : option (letter * letter) :=
  match a with (0%N, [:: x; y]) => Some (x, y) | _ => None end.

Definition eq_delta (m : mono) (a : atom) : option mono :=
  if is_delta a is Some (x, y) then if x == y then Some (m.1, rem a m.2) else None else None.

Definition bound_delta (m : mono) (a : atom) : option mono :=
  if is_delta a is Some (x, y) then
    if [&& x != y, x.1 == y.1, uniq m.1 & y \in m.1]
    then Some (rem y m.1, rename (one_for y x) (rem a m.2))
    else if [&& x != y, x.1 == y.1, uniq m.1 & x \in m.1]
    then Some (rem x m.1, rename (one_for x y) (rem a m.2)) else None
  else None.

Definition free_delta (m : mono) (a : atom) : option mono :=
  if is_delta a is Some (x, y) then
    if y \in letters_of (rem a m.2) then Some (m.1, a :: rename (one_for y x) (rem a m.2)) else None
  else None.

Definition flip_delta (m : mono) (a : atom) : option mono :=
  if is_delta a is Some (x, y) then
    if (y.2 < x.2)%N then Some (m.1, (0%N, [:: y; x]) :: rem a m.2) else None
  else None.

Definition drop_stochastic (m : mono) (a : atom) : option mono :=
  if [&& ok_stochastic a, uniq m.1, all (fun i => i \in m.1) (own a) &
         all (fun i => i \notin letters_of (rem a m.2)) (own a)]
  then Some ([seq i <- m.1 | i \notin own a], rem a m.2) else None.

Definition square_indicator (m : mono) (a : atom) : option mono :=
  if [&& ind a.1, typed a & a \in rem a m.2] then Some (m.1, rem a m.2) else None.

Definition drop_free (m : mono) (i : letter) : option mono :=
  if uniq m.1 && (i \notin letters_of m.2) then Some (rem i m.1, (size_tensor i.1, [::]) ::
    m.2) else None.

Fixpoint first (A : Type) (f : A -> option mono) (s : seq A) : option mono :=
  if s is x :: s' then if f x is Some m then Some m else first f s' else None.

(* T(x, y) T(x, z) = T(x, y) delta(y, z) where T is an indicator that sums to one over one place *)
Definition one_hot_with (m : mono) (h : nat) (a b : atom) : option mono :=
  if [&& b.1 == a.1, typed b & all (fun k => (k == h) || (nth i0 a.2 k == nth i0 b.2 k))
                                   (iota 0 (size a.2))]
  then Some (m.1, a :: (0%N, [:: nth i0 a.2 h; nth i0 b.2 h]) :: rem b (rem a m.2)) else None.
Definition one_hot (m : mono) (a : atom) : option mono :=
  if stoch a.1 is [:: h] then
    if [&& ind a.1, typed a & (h < size a.2)%N] then first (one_hot_with m h a) (rem a m.2)
    else None
  else None.

Definition step (m : mono) : option mono :=
  if first (eq_delta m) m.2 is Some m' then Some m'
  else if first (bound_delta m) m.2 is Some m' then Some m'
  else if first (flip_delta m) m.2 is Some m' then Some m'
  else if first (free_delta m) m.2 is Some m' then Some m'
  else if first (drop_stochastic m) m.2 is Some m' then Some m'
  else if first (square_indicator m) m.2 is Some m' then Some m'
  else if first (one_hot m) m.2 is Some m' then Some m'
  else first (drop_free m) m.1.

Fixpoint normalise (fuel : nat) (m : mono) : mono :=
  if fuel is f.+1 then if step m is Some m' then normalise f m' else m else m.

(* ---- equality of monomials up to the names of summed letters; the search is not trusted ---- *)
Definition same_by (s : seq (letter * letter)) (m m' : mono) : bool :=
  let f := look s in
  [&& all (fun i => (f i).1 == i.1) m.1, uniq (map f m.1),
      all (fun x => (x \in m.1) || ((f x == x) && (x \notin map f m.1))) (letters_of m.2),
      perm_eq (map f m.1) m'.1 & perm_eq (rename f m.2) m'.2].

Fixpoint unify (S : seq letter) (l l' : seq letter) (s : seq (letter * letter)) :
  option (seq (letter * letter)) :=
  match l, l' with
  | [::], [::] => Some s
  | x :: l1, y :: l2 =>
      if x \in S then
        if x \in map fst s then (if look s x == y then unify S l1 l2 s else None)
        else if (y \in map snd s) || (x.1 != y.1) then None else unify S l1 l2 ((x, y) :: s)
      else if x == y then unify S l1 l2 s else None
  | _, _ => None
  end.

Fixpoint search (S : seq letter) (A A' : seq atom) (s : seq (letter * letter)) {struct A} :=
  if A is a :: A1 then
    (fix try (B : seq atom) :=
       if B is b :: B1 then
         if (if a.1 == b.1 then unify S a.2 b.2 s else None) is Some s'
         then if search S A1 (rem b A') s' is Some z then Some z else try B1
         else try B1
       else None) A'
  else Some s.

Definition same_up_to_names (m m' : mono) : bool :=
  [&& size m.1 == size m'.1, size m.2 == size m'.2 &
      if search m.1 m.2 m'.2 [::] is Some s then same_by s m m' else false].

Fixpoint ins (c : int) (m : mono) (acc : poly) : poly :=
  if acc is (d, m') :: acc' then
    if same_up_to_names m m' then (c + d, m') :: acc' else (d, m') :: ins c m acc'
  else [:: (c, m)].

Definition normal_form (fuel : nat) (p : poly) : poly :=
  foldr (fun a acc => ins a.1 (normalise fuel a.2) acc) [::] p.
Definition is_zero (fuel : nat) (p : poly) : bool := all (fun a => a.1 == 0) (normal_form fuel p).

End Rules.

Section Good.
Variables (R : realFieldType) (n : nat -> nat) (T : nat -> seq nat -> R).
Variable D : seq declaration.
Record good := Good {
  g_delta : forall k l, T 0 [:: k; l] = (k == l)%:R;
  g_size : forall a, T (size_tensor a) [::] = (n a)%:R;
  g_decl : forall t, as_declared n (decl D t) (T t) }.
End Good.

Section Sound.
Context {R : realFieldType} {n : nat -> nat} {T : nat -> seq nat -> R}.
Local Notation wf := (wf n).
Local Notation esum := (@esum R n).
Local Notation eatoms := (@eatoms R T).
Local Notation emono := (@emono R n T).
Local Notation epoly := (@epoly R n T).
Local Notation fits := (fits n).
Local Notation psum := (@psum R n).
Variable D : seq declaration.
Local Notation ind t := (d_indicator (decl D t)).
Local Notation stoch t := (d_stochastic (decl D t)).
Local Notation als t := (d_alphabets (decl D t)).

Local Notation typed := (typed D).
Local Notation own := (own D).
Local Notation ok_stochastic := (ok_stochastic D).
Local Notation drop_stochastic := (drop_stochastic D).
Local Notation square_indicator := (square_indicator D).
Local Notation one_hot := (one_hot D).
Local Notation one_hot_with := (one_hot_with D).
Local Notation step := (step D).
Local Notation normalise := (normalise D).
Local Notation normal_form := (normal_form D).
Local Notation is_zero := (is_zero D).

Hypothesis G : good n T D.

Lemma typed_fits r a : wf r -> typed a -> fits (als a.1) (map r a.2).
Proof. by move=> w /eqP; apply: fitsP. Qed.

Lemma g_stoch a r : wf r -> ok_stochastic a -> esum r (own a) (fun r => eatoms r [:: a]) = 1.
Proof.
move=> w /and4P [ne ty u al].
rewrite -(t_sum (g_decl G a.1) ne (typed_fits w ty)) -psum_ok //; last exact/eqP.
by apply: eq_esum => r'; rewrite /eatoms big_seq1.
Qed.

Lemma is_deltaP a x y : is_delta a = Some (x, y) -> a = (0%N, [:: x; y]).
Proof. by case: a => -[|t] [|u [|v [|w l]]] //= [-> ->]. Qed.

Lemma eq_delta_ok r m a m' : a \in m.2 -> eq_delta m a = Some m' -> emono r m' = emono r m.
Proof.
case: m => S A /= aA; rewrite /eq_delta; case d: (is_delta a) => [[x y]|] //.
case: (x =P y) => [e|//] [<-]; rewrite /emono /=; apply: eq_esum => r'.
by rewrite (eatoms_rem _ aA) eatoms_cons (is_deltaP d) e /= (g_delta G) eqxx mul1r.
Qed.

Lemma delta_sum r x y A S a : wf r -> a \in A ->
  (forall r, T a.1 (map r a.2) = (r x == r y)%:R) ->
  x != y -> x.1 == y.1 -> uniq S -> y \in S ->
  esum r (rem y S) (fun r => eatoms r (rename (one_for y x) (rem a A))) = esum r S (fun r =>
    eatoms r A).
Proof.
move=> w aA Ta ne al u yS.
have p : perm_eq S (rem y S ++ [:: y]).
  by rewrite perm_sym perm_catC /= perm_sym; apply: perm_to_rem.
rewrite (esum_perm _ _ u p) esum_cat; apply: eq_esum_wf => // {}r {}w /=.
under eq_bigr => k _ do rewrite (eatoms_rem _ aA) eatoms_cons Ta.
rewrite eatoms_one.
have lt : (r x < n y.1)%N by rewrite -(eqP al); apply: w.
rewrite big_mkord (bigD1 (Ordinal lt)) //= big1 => [|k ne'].
  by rewrite /upd (negbTE ne) eqxx eqxx mul1r addr0.
rewrite {1 2}/upd (negbTE ne) eqxx; case: eqP => [e|]; last by rewrite mul0r.
by case/eqP: ne'; apply: val_inj.
Qed.

Lemma bound_delta_ok r m a m' : wf r -> a \in m.2 -> bound_delta m a = Some m' ->
  emono r m' = emono r m.
Proof.
case: m => S A /= w aA; rewrite /bound_delta; case d: (is_delta a) => [[x y]|] //=.
have Ta r' : T a.1 (map r' a.2) = (r' x == r' y)%:R by rewrite (is_deltaP d) /= (g_delta G).
case: ifP => [/and4P [ne al u yS] [<-]|_].
  by rewrite /emono /=; apply: delta_sum.
case: ifP => // /and4P [ne al u xS] [<-].
rewrite /emono /=; apply: delta_sum => //.
- by move=> r'; rewrite Ta eq_sym.
- by rewrite eq_sym.
- by rewrite eq_sym.
Qed.

Lemma free_delta_ok r m a m' : a \in m.2 -> free_delta m a = Some m' -> emono r m' = emono r m.
Proof.
case: m => S A /= aA; rewrite /free_delta; case d: (is_delta a) => [[x y]|] //=.
case: ifP => // _ [<-]; rewrite /emono /=; apply: eq_esum => {}r.
rewrite (eatoms_rem _ aA) !eatoms_cons (is_deltaP d) /= (g_delta G) eatoms_one.
case: eqP => [e|]; last by rewrite !mul0r.
by congr (_ * _); apply: eatoms_ext => z _; rewrite e upd_id.
Qed.

Lemma flip_delta_ok r m a m' : a \in m.2 -> flip_delta m a = Some m' -> emono r m' = emono r m.
Proof.
case: m => S A /= aA; rewrite /flip_delta; case d: (is_delta a) => [[x y]|] //=.
case: ifP => // _ [<-]; rewrite /emono /=; apply: eq_esum => {}r.
by rewrite (eatoms_rem _ aA) !eatoms_cons (is_deltaP d) /= !(g_delta G) eq_sym.
Qed.

Lemma perm_split (S O : seq letter) : uniq S -> uniq O -> all (fun i => i \in S) O ->
  perm_eq S ([seq i <- S | i \notin O] ++ O).
Proof.
move=> uS uO /allP sub; apply: uniq_perm => //.
  rewrite cat_uniq filter_uniq // uO andbT /=; apply/hasPn => x xO; apply/negP => h.
  have : x \in [seq i <- S | i \notin O] by exact: h.
  by rewrite mem_filter xO.
move=> x; rewrite mem_cat mem_filter; case xO: (x \in O) => /=; last by rewrite orbF.
by rewrite sub.
Qed.

Lemma drop_stochastic_ok r m a m' : wf r -> a \in m.2 -> drop_stochastic m a = Some m' ->
  emono r m' = emono r m.
Proof.
case: m => S A /= w aA; rewrite /drop_stochastic /=; case: ifP => // /and4P [ok u sub no] [<-].
rewrite /emono /=; have /and4P [_ _ uO _] := ok.
rewrite [RHS](esum_perm _ _ u (perm_split u uO sub)) esum_cat.
apply: eq_esum_wf => // {}r {}w.
transitivity (eatoms r (rem a A) * esum r (own a) (fun r => eatoms r [:: a])).
  by rewrite g_stoch ?mulr1.
rewrite esum_mul_l //; apply: eq_esum => r'.
by rewrite (eatoms_rem r' aA); apply: eatoms_perm; rewrite perm_catC.
Qed.

Lemma square_indicator_ok r m a m' : wf r -> a \in m.2 -> square_indicator m a = Some m' ->
    emono r m' = emono r m.
Proof.
case: m => S A /= w aA; rewrite /square_indicator /=; case: ifP => // /and3P [i ty aR] [<-].
rewrite /emono /=; apply: eq_esum_wf => // {}r {}w.
rewrite (eatoms_rem _ aA) eatoms_cons (eatoms_rem _ aR) eatoms_cons mulrA.
by rewrite (t_ind (g_decl G a.1) i (typed_fits w ty)).
Qed.

Lemma drop_free_ok r m i m' : i \in m.1 -> drop_free m i = Some m' -> emono r m' = emono r m.
Proof.
case: m => S A /= iS; rewrite /drop_free /=; case: ifP => // /andP [u no] [<-].
rewrite /emono /= (esum_front _ _ u iS) /=.
under eq_esum => r' do rewrite eatoms_cons /= (g_size G).
rewrite esumZ mulr_natl.
rewrite -[n i.1 in LHS]subn0 -sumr_const_nat; apply: eq_bigr => k _.
apply: esum_ext; first exact: rem_uniq.
by move=> x xA _; rewrite /upd; case: eqP => // e; rewrite -e xA in no.
Qed.

Lemma first_ok (A : eqType) (f : A -> option mono) (s : seq A) (m' : mono) (P : mono -> Prop) :
  (forall (x : A) m', x \in s -> f x = Some m' -> P m') -> first f s = Some m' -> P m'.
Proof.
elim: s => //= x s ih h; case fx: (f x) => [m|].
  by case=> <-; apply: h fx; rewrite mem_head.
by apply: ih => y m ys; apply: h; rewrite inE ys orbT.
Qed.

Lemma one_hot_ok r m a m' : wf r -> a \in m.2 -> one_hot m a = Some m' -> emono r m' = emono r m.
Proof.
case: m => S A /= w aA; rewrite /one_hot; case st: (stoch a.1) => [|h [|? ?]] //.
case: ifP => // /and3P [i ta ha];
  apply: (@first_ok _ _ _ _ (fun m' => emono r m' = emono r (S, A))).
move=> b {}m' bA; rewrite /one_hot_with; case: ifP => // /and3P [/eqP e tb /allP al] [<-].
rewrite /emono /=; apply: eq_esum_wf => // {}r {}w.
rewrite (eatoms_rem _ aA) (eatoms_cons _ a (rem a A)) (eatoms_rem _ bA) !eatoms_cons mulrA
  [RHS]mulrA.
congr (_ * _); rewrite /= (g_delta G); case: eqP => [eh|/eqP nh].
  suff -> : T b.1 (map r b.2) = T a.1 (map r a.2).
    by rewrite mulr1 (t_ind (g_decl G a.1) i (typed_fits w ta)).
  rewrite e; congr (T _ _); have sb : size b.2 = size a.2.
    by rewrite -(size_map fst) -[RHS](size_map fst) (eqP ta) (eqP tb) e.
  apply: (@eq_from_nth _ 0%N) => [|k]; first by rewrite !size_map.
  rewrite size_map sb => ka; rewrite !(nth_map i0) ?sb //.
  have := al k; rewrite mem_iota add0n => /(_ ka) /orP [/eqP ->|/eqP ->] //; by rewrite eh.
rewrite mulr0 e; apply/esym.
have fa := typed_fits w ta; have fb := typed_fits w tb; rewrite e in fb.
have sb : size b.2 = size a.2.
  by rewrite -(size_map fst) -[RHS](size_map fst) (eqP ta) (eqP tb) e.
apply: (@hot_zero R n (T a.1) (als a.1) h) => //.
- by move=> v; apply: (t_ind (g_decl G a.1) i).
- by rewrite -(eqP ta) size_map.
- by have := t_sum (g_decl G a.1); rewrite st => /(_ _ isT fa).
- apply: (@eq_from_nth _ 0%N) => [|k].
    by rewrite size_set_nth !size_map sb; apply/esym/maxn_idPr.
  rewrite size_map sb nth_set_nth /= => ka; case: (k =P h) => [->|/eqP kh] //.
  rewrite !(nth_map i0) ?sb //; have := al k; rewrite mem_iota add0n => /(_ ka).
  by rewrite (negbTE kh) /= => /eqP ->.
- by rewrite !(nth_map i0) ?sb.
Qed.

Lemma step_ok r m m' : wf r -> step m = Some m' -> emono r m' = emono r m.
Proof.
move=> w; rewrite /step.
case e1: (first (eq_delta m) m.2) => [m1|]; first by case=> <-;
  apply: (@first_ok _ _ _ _ (fun m' => emono r m' = emono r m) _ e1) => a x; apply: eq_delta_ok.
case e2: (first (bound_delta m) m.2) => [m1|]; first by case=> <-;
  apply: (@first_ok _ _ _ _ (fun m' => emono r m' = emono r m) _ e2) => a x; apply: bound_delta_ok.
case e0: (first (flip_delta m) m.2) => [m1|]; first by case=> <-;
  apply: (@first_ok _ _ _ _ (fun m' => emono r m' = emono r m) _ e0) => a x; apply: flip_delta_ok.
case e3: (first (free_delta m) m.2) => [m1|]; first by case=> <-;
  apply: (@first_ok _ _ _ _ (fun m' => emono r m' = emono r m) _ e3) => a x; apply: free_delta_ok.
case e4: (first (drop_stochastic m) m.2) => [m1|]; first by case=> <-;
  apply: (@first_ok _ _ _ _ (fun m' => emono r m' = emono r m) _ e4) => a x;
    apply: drop_stochastic_ok.
case e5: (first (square_indicator m) m.2) => [m1|]; first by case=> <-;
  apply: (@first_ok _ _ _ _ (fun m' => emono r m' = emono r m) _ e5) => a x;
    apply: square_indicator_ok.
case e6: (first (one_hot m) m.2) => [m1|]; first by case=> <-;
  apply: (@first_ok _ _ _ _ (fun m' => emono r m' = emono r m) _ e6) => a x; apply: one_hot_ok.
by move=> e7; apply: (@first_ok _ _ _ _ (fun m' => emono r m' = emono r m) _ e7) => a x;
  apply: drop_free_ok.
Qed.

Lemma normalise_ok r f : forall m, wf r -> emono r (normalise f m) = emono r m.
Proof.
elim: f => //= f ih m w; case e: (step m) => [m'|//]; rewrite ih //; exact: step_ok.
Qed.

Lemma same_by_ok s m m' r : same_by s m m' -> emono r m = emono r m'.
Proof.
case: m m' => S A [S' A'] /and5P [/= al u fr pS pA]; rewrite /emono /=.
rewrite (@esum_rename R n T (look s) S r r A) //; last first.
  move=> x xA xS; have := allP fr x xA; rewrite (negbTE xS) /= => /andP [/eqP -> nx].
  by split.
rewrite (esum_perm _ _ u pS); apply: eq_esum => r'; exact: eatoms_perm.
Qed.

Lemma ins_ok r c m p : epoly r (ins c m p) = c%:~R * emono r m + epoly r p.
Proof.
elim: p => [|[d m'] p ih] /=; first by rewrite epoly_cons.
case: ifP => [|_]; last by rewrite !epoly_cons ih /= addrCA.
case/and3P => _ _; case: search => // s /same_by_ok e.
by rewrite !epoly_cons /= (e r) addrA intrD mulrDl.
Qed.

Lemma normal_form_ok r fuel p : wf r -> epoly r (normal_form fuel p) = epoly r p.
Proof. by move=> w; elim: p => //= a p ih; rewrite ins_ok epoly_cons ih normalise_ok. Qed.

Lemma is_zero_ok r fuel p : wf r -> is_zero fuel p -> epoly r p = 0.
Proof.
move=> w /allP z; rewrite -(normal_form_ok fuel) // /epoly big_seq big1 // => a /z /eqP ->.
by rewrite mul0r.
Qed.

End Sound.
