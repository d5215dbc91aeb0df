(* Polynomials in tensors with named letters, and their values (pmlsym/calculus/polynomial.py).

   A letter is a pair (alphabet, name), an atom T(i, j, ..) a tensor with letters, a monomial a
   product of atoms with some letters summed, a polynomial a list of monomials with integer
   coefficients. In the semantics the letters of alphabet a are 0 .. n a - 1, whatever n. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Definition letter := (nat * nat)%type.              (* alphabet, name *)
Definition atom := (nat * seq letter)%type.         (* tensor, letters; tensor 0 is delta *)
Definition mono := (seq letter * seq atom)%type.    (* summed letters, atoms *)
Definition poly := seq (int * mono).
Definition letters_of (A : seq atom) : seq letter := flatten [seq a.2 | a <- A].
Definition rename (f : letter -> letter) (A : seq atom) : seq atom := [seq (a.1,
    map f a.2) | a <- A].
Definition one_for (i j : letter) : letter -> letter := fun x => if x == i then j else x.
Definition i0 : letter := (0%N, 0%N).
Definition one : poly := [:: (Posz 1, ([::], [::]))].
Definition negp (p : poly) : poly := [seq (- a.1, a.2) | a <- p].
Definition scalep (k : nat) (p : poly) : poly := [seq (Posz k * a.1, a.2) | a <- p].

(* the product; no summed letter of one side may occur in the other *)
Definition mulp (p q : poly) : poly :=
  flatten [seq [seq (a.1 * b.1, (a.2.1 ++ b.2.1, a.2.2 ++ b.2.2)) | b <- q] | a <- p].
Definition ok_mul (p q : poly) : bool :=
  all (fun a => all (fun b => [&& uniq a.2.1, uniq b.2.1,
    all (fun i => i \notin letters_of b.2.2) a.2.1 &
      all (fun i => i \notin letters_of a.2.2) b.2.1]) q) p.


(* p at other letters: s says which letter replaces which, and summed letters move up by N *)
Definition look (s : seq (letter * letter)) (x : letter) : letter :=
  foldr (fun p d => if p.1 == x then p.2 else d) x s.

Definition place (s : seq (letter * letter)) (N : nat) (S : seq letter) (x : letter) : letter :=
  if x \in S then (x.1, (x.2 + N)%N) else look s x.
Definition at_letters (s : seq (letter * letter)) (N : nat) (p : poly) : poly :=
  [seq (a.1, (map (place s N a.2.1) a.2.1, rename (place s N a.2.1) a.2.2)) | a <- p].
Definition ok_letters (C : seq letter) (s : seq (letter * letter)) (N : nat) (p : poly) : bool :=
  all (fun a => let f := place s N a.2.1 in
    [&& all (fun i => (f i).1 == i.1) a.2.1, uniq (map f a.2.1) &
        all (fun x => (x \in a.2.1) || (f x \notin map f a.2.1)) (letters_of a.2.2)]) p
  && all (fun e => (e.1.1 == e.2.1) && (e.1 \notin C)) s.


(* the environment that gives the letters l the numbers v *)
Definition updl (r : letter -> nat) (l : seq letter) (v : seq nat) : letter -> nat :=
  fun x => if x \in l then nth 0%N v (index x l) else r x.

Lemma map_updl r l v : uniq l -> size v = size l -> map (updl r l v) l = v.
Proof.
move=> u sv; apply: (@eq_from_nth _ 0%N) => [|k]; first by rewrite size_map.
by rewrite size_map => kl; rewrite (nth_map i0) // /updl mem_nth // index_uniq.
Qed.

(* the letters that p does not sum, and the tensors in it *)
Definition tensors_of (p : poly) : seq nat := flatten [seq map fst m.2.2 | m <- p].
Definition free (p : poly) : seq letter :=
  flatten [seq [seq x <- letters_of m.2.2 | x \notin m.2.1] | m <- p].

Section Values.
Variables (R : realFieldType) (n : nat -> nat) (T : nat -> seq nat -> R).
Definition env := letter -> nat.
Definition upd (r : env) (i : letter) (k : nat) : env := fun x => if x == i then k else r x.
Definition eatoms (r : env) (A : seq atom) : R := \prod_(a <- A) T a.1 (map r a.2).
Fixpoint esum (r : env) (S : seq letter) (F : env -> R) : R :=
  if S is i :: S' then \sum_(0 <= k < n i.1) esum (upd r i k) S' F else F r.
Definition emono (r : env) (m : mono) : R := esum r m.1 (fun r => eatoms r m.2).
Definition epoly (r : env) (p : poly) : R := \sum_(m <- p) m.1%:~R * emono r m.2.
Definition wf (r : env) := forall i : letter, (r i < n i.1)%N.

End Values.

Section Laws.
Context {R : realFieldType} {n : nat -> nat} {T : nat -> seq nat -> R}.
Local Notation wf := (wf n).
Local Notation esum := (@esum R n).
Local Notation eatoms := (@eatoms R T).
Local Notation emono := (@emono R n T).
Local Notation epoly := (@epoly R n T).

Lemma wf_upd r i k : wf r -> (k < n i.1)%N -> wf (upd r i k).
Proof. by move=> w lt x; rewrite /upd; case: eqP => [->|]. Qed.

Lemma eatoms_cat r A B : eatoms r (A ++ B) = eatoms r A * eatoms r B.
Proof. by rewrite /eatoms big_cat. Qed.

Lemma eatoms_rename r f A : eatoms r (rename f A) = eatoms (r \o f) A.
Proof. by rewrite /eatoms big_map; apply: eq_bigr => a _ /=; rewrite -map_comp. Qed.

Lemma eatoms_ext r r' A : (forall x, x \in letters_of A -> r x = r' x) -> eatoms r A = eatoms r' A.
Proof.
move=> h; rewrite /eatoms; apply: eq_big_seq => a aA; congr (T _ _); apply/eq_in_map => x xa.
by apply: h; apply/flattenP; exists a.2 => //; apply: map_f.
Qed.

(* renaming, which contains alpha-conversion, instances and coincidence *)
Lemma esum_rename f S : forall r r' A,
  all (fun i => (f i).1 == i.1) S -> uniq (map f S) ->
  (forall x, x \in letters_of A -> x \notin S -> r x = r' (f x) /\ f x \notin map f S) ->
  esum r S (fun r => eatoms r A) = esum r' (map f S) (fun r => eatoms r (rename f A)).
Proof.
elim: S => [|i S ih] r r' A /=.
  by move=> _ _ h; rewrite eatoms_rename; apply: eatoms_ext => x /h [].
case/andP => /eqP fi fS /andP [ni u] h; rewrite fi; apply: eq_big_nat => k _.
apply: ih => // x xA xS; rewrite /upd; case: (x =P i) => [->|/eqP ne]; first by rewrite eqxx.
have /h [] := xA; first by rewrite inE negb_or ne.
move=> -> /=; rewrite inE negb_or => /andP [ne' no]; split=> //.
by rewrite (negbTE ne').
Qed.

Lemma esum_ext r r' S A : uniq S -> (forall x, x \in letters_of A -> x \notin S -> r x = r' x) ->
  esum r S (fun r => eatoms r A) = esum r' S (fun r => eatoms r A).
Proof.
move=> u h; have := @esum_rename id S r r' A; rewrite map_id.
have -> : rename id A = A.
  by rewrite /rename -[RHS]map_id; apply: eq_map => -[a l] /=; rewrite map_id.
apply => //; first by apply/allP => i _ /=.
by move=> x xA xS; split=> //; apply: h.
Qed.

Lemma esum_cat r S S' F : esum r (S ++ S') F = esum r S (fun r => esum r S' F).
Proof. by elim: S r => //= i S ih r; apply: eq_bigr => k _; rewrite ih. Qed.

Lemma eq_esum r S F G : (forall r, F r = G r) -> esum r S F = esum r S G.
Proof. by move=> h; elim: S r => //= i S ih r; apply: eq_bigr => k _; rewrite ih. Qed.

Lemma eq_esum_wf r S F G : wf r -> (forall r, wf r -> F r = G r) -> esum r S F = esum r S G.
Proof.
move=> w h; elim: S r w => /= [|i S ih] r w; first exact: h.
by apply: eq_big_nat => k /andP [_ lt]; rewrite ih //; apply: wf_upd.
Qed.

Lemma esumZ r S F c : esum r S (fun r => c * F r) = c * esum r S F.
Proof. by elim: S r => //= i S ih r; rewrite mulr_sumr; apply: eq_bigr => k _; rewrite ih. Qed.

Lemma esum_big r S (I : Type) (s : seq I) (F : I -> env -> R) :
  esum r S (fun r => \sum_(i <- s) F i r) = \sum_(i <- s) esum r S (F i).
Proof.
elim: S r => //= i S ih r; under eq_bigr => k _ do rewrite ih.
by rewrite exchange_big.
Qed.

Lemma esum_ge0 r S F : wf r -> (forall r', wf r' -> (forall x, x \notin S -> r' x = r x) ->
    0 <= F r') ->
  0 <= esum r S F.
Proof.
elim: S r => /= [|i S ih] r w h; first by apply: h.
rewrite big_mkord; apply: sumr_ge0 => k _; apply: ih; first exact: wf_upd.
move=> r' w' e; apply: h => // x; rewrite inE negb_or => /andP [ne xS].
by rewrite e // /upd (negbTE ne).
Qed.

Lemma esum_gt0 r S F : wf r -> (forall r', wf r' -> (forall x, x \notin S -> r' x = r x) ->
    0 < F r') ->
  0 < esum r S F.
Proof.
elim: S r => /= [|i S ih] r w h; first by apply: h.
have lt : (0 < n i.1)%N by apply: leq_ltn_trans (w i).
have pos k : (k < n i.1)%N -> 0 < esum (upd r i k) S F.
  move=> kn; apply: ih; first exact: wf_upd.
  move=> r' w' e; apply: h => // x; rewrite inE negb_or => /andP [ne xS].
  by rewrite e // /upd (negbTE ne).
rewrite big_ltn //; apply: ltr_paddr; last exact: pos.
by rewrite big_nat; apply: sumr_ge0 => k /andP [_ kn]; apply: ltW; apply: pos.
Qed.

(* moving a summed letter to the front *)
Lemma esum_front i S : forall r A, uniq S -> i \in S ->
  esum r S (fun r => eatoms r A) = esum r (i :: rem i S) (fun r => eatoms r A).
Proof.
elim: S => // j S ih r A /= /andP [jS u]; rewrite inE; case: (i =P j) => [->|/eqP ne] /= iS.
  by rewrite eqxx.
rewrite eq_sym (negbTE ne) /=.
under eq_bigr => k _ do rewrite (ih _ _ u iS) /=.
rewrite exchange_big; apply: eq_bigr => k _; apply: eq_bigr => l _.
apply: esum_ext; first exact: rem_uniq.
move=> x _ _; rewrite /upd; case: (x =P i) => [->|//]; by rewrite (negbTE ne).
Qed.

Lemma esum_perm S' : forall S r A, uniq S -> perm_eq S S' ->
  esum r S (fun r => eatoms r A) = esum r S' (fun r => eatoms r A).
Proof.
elim: S' => [|i S' ih] S r A u p; first by rewrite (perm_nilP p).
have iS : i \in S by rewrite (perm_mem p) mem_head.
rewrite (esum_front _ _ u iS) /=; apply: eq_bigr => k _; apply: ih; first exact: rem_uniq.
by rewrite -(perm_cons i); apply: perm_trans p; rewrite perm_sym; apply: perm_to_rem.
Qed.

Lemma eatoms_perm r A B : perm_eq A B -> eatoms r A = eatoms r B.
Proof. by move=> p; rewrite /eatoms (perm_big _ p). Qed.

(* products *)
Lemma esum_mul_l r S A B : uniq S -> all (fun i => i \notin letters_of B) S ->
  eatoms r B * esum r S (fun r => eatoms r A) = esum r S (fun r => eatoms r (B ++ A)).
Proof.
elim: S r => /= [|i S ih] r; first by rewrite eatoms_cat.
case/andP => iS u /andP [iB SB]; rewrite mulr_sumr; apply: eq_bigr => k _.
rewrite -ih //; congr (_ * _); apply: eatoms_ext => x xB; rewrite /upd.
by case: eqP => // e; rewrite -e xB in iB.
Qed.

Lemma esum_mul r S A S' A' : uniq S -> uniq S' ->
  all (fun i => i \notin letters_of A') S -> all (fun i => i \notin letters_of A) S' ->
  esum r S (fun r => eatoms r A) * esum r S' (fun r => eatoms r A')
  = esum r (S ++ S') (fun r => eatoms r (A ++ A')).
Proof.
move=> + u'; elim: S r => /= [|i S ih] r; first by move=> _ _ ?; apply: esum_mul_l.
case/andP => iS u /andP [iA SA'] SA; rewrite mulr_suml; apply: eq_bigr => k _.
rewrite -ih //; congr (_ * _); apply: esum_ext => // x xA xS; rewrite /upd.
by case: eqP => // e; rewrite -e xA in iA.
Qed.

Lemma eatoms_rem r a A : a \in A -> eatoms r A = eatoms r (a :: rem a A).
Proof. by move=> aA; apply: eatoms_perm; apply: perm_to_rem. Qed.

Lemma eatoms_cons r a A : eatoms r (a :: A) = T a.1 (map r a.2) * eatoms r A.
Proof. by rewrite /eatoms big_cons. Qed.

Lemma eatoms_one r i j A : eatoms r (rename (one_for i j) A) = eatoms (upd r i (r j)) A.
Proof.
by rewrite eatoms_rename; apply: eatoms_ext => x _; rewrite /= /one_for /upd; case: eqP.
Qed.

Lemma upd_id r i x : upd r i (r i) x = r x.
Proof. by rewrite /upd; case: eqP => [->|]. Qed.

Lemma epoly_cons r a p : epoly r (a :: p) = a.1%:~R * emono r a.2 + epoly r p.
Proof. by rewrite /epoly big_cons. Qed.

Lemma epoly_one r : epoly r one = 1.
Proof. by rewrite epoly_cons /epoly big_nil /emono /= /eatoms big_nil mulr1 addr0. Qed.

Lemma epoly_cat r p q : epoly r (p ++ q) = epoly r p + epoly r q.
Proof. by rewrite /epoly big_cat. Qed.
Lemma negp_ok r p : epoly r (negp p) = - epoly r p.
Proof. by rewrite /epoly big_map -sumrN; apply: eq_bigr => a _; rewrite /= mulrNz mulNr. Qed.
Lemma scalep_ok r k p : epoly r (scalep k p) = k%:R * epoly r p.
Proof. by rewrite /epoly big_map mulr_sumr; apply: eq_bigr => a _; rewrite intrM mulrA. Qed.

Lemma mulp_ok r p q : ok_mul p q -> epoly r (mulp p q) = epoly r p * epoly r q.
Proof.
move/allP => h; rewrite /epoly /mulp big_flatten big_map mulr_suml; apply: eq_big_seq => a /h.
move/allP => {}h; rewrite big_map mulr_sumr; apply: eq_big_seq => b /h /and4P [u u' d d'] /=.
by rewrite intrM mulrACA /emono esum_mul.
Qed.

(* a known fact, at letters, with a shift of its summed ones;
  or what a tensor declares, at letters *)
Lemma at_letters_ok C r s N p : ok_letters C s N p ->
    epoly r (at_letters s N p) = epoly (r \o look s) p.
Proof.
case/andP => /allP h _; rewrite /epoly big_map; apply: eq_big_seq => a /h /and3P [al u fr] /=.
rewrite /emono /=; congr (_ * _); apply/esym; apply: esum_rename => // x xA xS.
have := allP fr x xA; rewrite (negbTE xS) /= => nx; split=> //.
by rewrite /place (negbTE xS).
Qed.

Lemma look_wf (C : seq letter) s r : all (fun e => (e.1.1 == e.2.1) && (e.1 \notin C)) s -> wf r ->
  wf (r \o look s).
Proof.
move=> h w x /=; have -> : x.1 = (look s x).1; last exact: w.
elim: s h => //= e s ih /andP [/andP [/eqP al _] /ih {}ih].
by case: eqP => // <-.
Qed.

Lemma look_const (C : seq letter) s x : all (fun e => (e.1.1 == e.2.1) && (e.1 \notin C)) s ->
  x \in C -> look s x = x.
Proof.
move=> h xC; elim: s h => //= e s ih /andP [/andP [_ no] /ih {}ih].
by case: eqP => // ex; rewrite ex xC in no.
Qed.

End Laws.
