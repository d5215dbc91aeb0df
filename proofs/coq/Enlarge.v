(* New alphabets that are large enough (`enlarge` in pmlsym/evidence/introductions.py), over Archimedean fields.

   A new alphabet J may have any number of letters. So whatever the number q is, q (|J| q - d) >= 0 may be assumed:
   where q > 0, let |J| be at least d / q; elsewhere it holds. Divided by q > 0 it says that |J| q >= d. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Pmlsym Require Import Polynomial Tensor NormalForm Product Sequent ConvexRows Certificate Checker Soundness.
From Pmlsym Require Import Extensions Application Convex Checked Lemmas Induction.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

(* the alphabet, q, d, and by how much the summed letters of the second q are moved *)
Record larger := Larger { l_alphabet : nat; l_number : poly; l_room : nat; l_shift : nat }.
Definition is_large (l : larger) : poly :=
  mulp (entry (size_tensor (l_alphabet l)) [::]) (at_letters [::] (l_shift l) (l_number l)) ++ negp (scalep (l_room l) one).
Definition large_fact (l : larger) : fact := (Ge, mulp (l_number l) (is_large l)).
Definition avoids (J : nat) (p : poly) : bool := (J \notin alphabets_in p) && (size_tensor J \notin tensors_of p).
Definition check_larger (L : seq rule) (D : seq declaration) (C : seq letter) (A : seq fact) (goal : fact) (l : larger) :
  bool :=
  let J := l_alphabet l in let q := l_number l in
  [&& all (fun d => (J \notin d_alphabets d) && ok_places d) D, all (fun F => avoids J F.2) (goal :: A),
      avoids J q && all (fun x => x \in C) (free q),
      all (fun F => [&& J \notin shared_alphabets F, size_tensor J \notin shared_tensors F &
        all (fun x => x.1 != J) (shared_letters F)]) L &
      [&& ok_letters [::] [::] (l_shift l) q,
          ok_mul (entry (size_tensor J) [::]) (at_letters [::] (l_shift l) q) & ok_mul q (is_large l)]].
Fixpoint check_enlarged (fuel : nat) (L : seq rule) (D : seq declaration) (C : seq letter) (A : seq fact)
    (larger_ : seq larger) (p : proof) (goal : fact) : bool :=
  if larger_ is l :: ls then
    check_larger L D C A goal l && check_enlarged fuel L D C (rcons A (large_fact l)) ls p goal
  else ~~ has_row p && check_with [::] L D C fuel A [::] A p goal.

Section Sound.
Variables (R : realFieldType).
Hypothesis archimedean : forall x : R, exists k : nat, x <= k%:R.

Lemma large_enough (q : R) (d : nat) : exists m : nat, (0 < m)%N /\ 0 <= q * (m%:R * q - d%:R).
Proof.
case: (leP q 0) => [q0|q0].
  exists 1%N; split=> //; rewrite mul1r mulr_le0 // subr_le0; exact: le_trans q0 (ler0n _ _).
have [k hk] := archimedean (d%:R / q); exists k.+1; split=> //.
apply: mulr_ge0; first exact: ltW.
rewrite subr_ge0 -ler_pdivr_mulr //; apply: le_trans hk _; by rewrite ler_nat.
Qed.

Lemma avoids_local (n n' : nat -> nat) (T : nat -> seq nat -> R) J B r r' p : avoids J p ->
  (forall a, a != J -> n' a = n a) -> (forall x, x \in free p -> r' x = r x) ->
  epoly n' (updT T (size_tensor J) B) r' p = epoly n T r p.
Proof.
case/andP => nJ nS hn hr; apply: epoly_local => //.
  by move=> a ap; apply: hn; apply: contraNneq nJ => <-.
move=> m x u mp xm _; rewrite /updT; case: eqP => // e; move: nS; rewrite -e.
case/negP; apply/flattenP; exists (map fst m.2.2); last exact: map_f.
by apply/mapP; exists m.
Qed.

Theorem enlarged_ok fuel L D C larger_ p goal : forall A, check_enlarged fuel L D C A larger_ p goal ->
  forall n (T : nat -> seq nat -> R) r0, wf n r0 -> good n T D -> every (valid n T C r0) A ->
  every (rule_holds n T r0) L -> valid n T C r0 goal.
Proof.
elim: larger_ => [|l ls ih] A /=.
  case/andP => nr ck n T r0 w0 g mA lV.
  have c := @checked_with R n (@linear R) [::] (@linear_sub R) L D C r0 fuel A [::] p goal nr w0.
  by rewrite /= cats0 in c; exact: (c ck T g (conj mA I) lV I).
case/andP => /and5P [nD /andP [ng nA] /andP [nq /allP fq] nL /and3P [ol om om']] ck n T r0 w0 g mA lV.
set J := l_alphabet l in nD ng nA nq nL om om'.
set v := epoly n T r0 (l_number l); have [m [m0 hm]] := large_enough v (l_room l).
pose n' a := if a == J then m else n a; pose B (u : seq nat) : R := m%:R.
pose T' := updT T (size_tensor J) B.
have nn a : a != J -> n' a = n a by rewrite /n' => /negbTE ->.
pose low (r : env) : env := fun x => if x.1 == J then 0%N else r x.
have w' r : wf n r -> wf n' (low r).
  by move=> w x; rewrite /low /n'; case: eqP => // _; exact: w.
have avoid_free q x : avoids J q -> x \in free q -> (x.1 == J) = false.
  by case/andP => nJ _ /free_alphabet xa; apply: contraNF nJ => /eqP <-.
(* a fact that does not speak of J says the same in both worlds *)
have same G r : avoids J G.2 -> epoly n' T' (low r) G.2 = epoly n T r G.2.
  by move=> av; apply: avoids_local => // x /(avoid_free _ _ av) e; rewrite /low e.
have oddJ : odd (size_tensor J) by rewrite /size_tensor /= odd_double.
have g' : good n' T' D.
  split.
  - by move=> k k'; rewrite /T' /updT; case: eqP => // _; exact: (g_delta g).
  - move=> a; rewrite /T' /updT /n' /B; have -> : (size_tensor a == size_tensor J) = (a == J).
      by rewrite /size_tensor eqSS -!muln2 eqn_pmul2r.
    by case: eqP => // _; exact: (g_size g).
  move=> t; rewrite /T' /updT; case: eqP => [->|_].
    have -> : decl D (size_tensor J) = undeclared by rewrite /size_tensor /= odd_double.
    by split.
  have [lt|ge] : (J \notin d_alphabets (decl D t)) && ok_places (decl D t) \/ decl D t = undeclared.
  - case: t => [|t] /=; first by right.
    case: (odd t) => /=; last by right.
    case: (ltnP t./2 (size D)) => h; last by right; rewrite nth_default.
    by left; exact: (all_nthP undeclared nD).
  - case/andP: lt => nJ pl; apply: (declared_local _ pl _ (g_decl g t)) => // a aD.
    by rewrite nn //; apply: contraNneq nJ => <-.
  by rewrite ge; split.
have tell G r' : avoids J G.2 -> wf n' r' -> agree C r' (low r0) -> valid n T C r0 G -> holds G.1 (epoly n' T' r' G.2).
  move=> av wr ag vG; pose r : env := fun x => if x.1 == J then r0 x else r' x.
  have -> : epoly n' T' r' G.2 = epoly n T r G.2.
    by apply: avoids_local => // x /(avoid_free _ _ av) e; rewrite /r e.
  apply: vG => [x|x xC]; rewrite /r; case: (x.1 =P J) => [e|/eqP ne] //.
    by rewrite -(nn _ ne); exact: wr.
  by rewrite ag // /low (negbTE ne).
have mA' : every (valid n' T' C (low r0)) (rcons A (large_fact l)).
  apply/every_rcons; split.
    by apply: every_imp nA mA => G av vG r' wr ag; apply: tell.
  move=> r' wr ag; have ev r2 : (forall x, x \in free (l_number l) -> r2 x = r' x) -> epoly n' T' r2 (l_number l) = v.
    move=> e; apply: avoids_local => // x xf; rewrite e // ag ?fq // /low.
    by rewrite (avoid_free _ _ nq xf).
  rewrite /= (mulp_ok _ om') ev // /is_large epoly_cat negp_ok scalep_ok epoly_one mulr1 (mulp_ok _ om) one_atom /=.
  rewrite (at_letters_ok _ ol) ev // /T' /updT eqxx; exact: hm.
have lV' : every (rule_holds n' T' (low r0)) L.
  apply: every_imp nL lV => F /and3P [na nt /allP nx] h n2 T2 r2 g2 w2 sa st sl; apply: h => // [a aF|t tF u|x xF].
  - by rewrite sa // nn //; apply: contraNneq na => <-.
  - by rewrite st // /T' /updT; case: eqP => // e; rewrite -e tF in nt.
  by rewrite sl // /low (negbTE (nx x xF)).
have vg := ih _ ck n' T' (low r0) (w' _ w0) g' mA' lV'.
move=> r w ag; rewrite -(same _ goal r ng); apply: vg; first exact: w'.
by move=> x xC; rewrite /low; case: eqP => // _; exact: ag.
Qed.
End Sound.
