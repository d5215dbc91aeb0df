(* Convex terms: F is any function that is homogeneous, subadditive where both arguments are at least 0, zero
   where the first is, and known where they are the same. Nothing else is assumed of it. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Pmlsym Require Import Polynomial Tensor NormalForm Product Sequent ConvexRows Certificate Checker Soundness
  Extensions.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Record sublinear (R : realFieldType) (F : R -> R -> R) (c : int) := Sublinear {
  homogeneous : forall v a b, 0 <= v -> F (v * a) (v * b) = v * F a b;
  none_of : forall b, F 0 b = 0;
  at_same : forall a, F a a = c%:~R * a;
  subadditive : forall a b c d, 0 <= a -> 0 <= b -> 0 <= c -> 0 <= d -> F (a + c) (b + d) <= F a b + F c d }.

(* F(1, 1) of a function and of an order, and whether F(a, b) / b is unbounded, where it is cut off *)
Definition at_one_of (R : realFieldType) (f : nat) (o : R) : int :=
  if (f < 2)%N then 0 else if 1 < o then Posz 1 else if (0 < o) && (o < 1) then Negz 0 else 0.
Definition grows_at (R : realFieldType) (f : nat) (o : R) : bool := (f == 0%N) || ((1 < f)%N && (1 < o)).
Definition all_sublinear (R : realFieldType) (F : nat -> R -> R -> R -> R) : Prop :=
  forall f o, sublinear (F f o) (at_one_of f o).

(* an order that is a number is the same at all letters *)
Section Orders.
Variables (R : realFieldType) (n : nat -> nat) (T : nat -> seq nat -> R) (r : env).
Lemma pos_int k : k%:R = (Posz k)%:~R :> R. Proof. by []. Qed.
Lemma constant_ok p c : constant p = Some c -> epoly n T r p = c%:~R.
Proof.
rewrite /constant; case: ifP => // + [<-]; elim: p => [|m p ih] /=; first by rewrite /epoly big_nil.
case/andP => /eqP e /ih {}ih; rewrite /epoly big_cons -/(epoly n T r p) ih e.
by rewrite /emono /= /eatoms big_nil mulr1 intrD.
Qed.
Lemma at_one_ok f c : (0 < f.2.2)%N -> at_one f = Some c -> at_one_of f.1 (order_at n T r f) = c.
Proof.
move=> d0; rewrite /at_one /at_one_of; case: ifP => [_ [<-] //|_].
case e: (constant _) => [z|] // [<-]; have d0' : 0 < f.2.2%:R :> R by rewrite ltr0n.
rewrite /order_at (constant_ok e) ltr_pdivl_mulr // ltr_pdivr_mulr // !mul1r pmulr_lgt0 ?invr_gt0 // ltr0z.
by rewrite pos_int !ltr_int.
Qed.
Lemma stays_ok f : ~~ function_grows f -> ~~ grows_at f.1 (order_at n T r f).
Proof.
rewrite /function_grows /grows_at !negb_or => /andP [-> /=]; case: ltnP => //= _; rewrite negbK.
case e: (constant _) => [c|] // cd; rewrite -leNgt /order_at (constant_ok e).
have [->|d0] := posnP f.2.2; first by rewrite invr0 mulr0 ler01.
by rewrite ler_pdivr_mulr ?ltr0n // mul1r pos_int ler_int.
Qed.
End Orders.

Section Sums.
Variables (R : realFieldType) (n : nat -> nat) (F : R -> R -> R) (c : int).
Hypothesis sub : sublinear F c.

Lemma sum_le (I : eqType) (s : seq I) (a b : I -> R) : (forall i, i \in s -> 0 <= a i) ->
  (forall i, i \in s -> 0 <= b i) -> F (\sum_(i <- s) a i) (\sum_(i <- s) b i) <= \sum_(i <- s) F (a i) (b i).
Proof.
elim: s => [|i s ih] ha hb; first by rewrite !big_nil (none_of sub).
have hd : i \in i :: s by rewrite mem_head.
have tl j : j \in s -> j \in i :: s by rewrite inE => ->; rewrite orbT.
rewrite !big_cons; apply: le_trans (subadditive sub _ _ _ _) _.
- exact: ha.
- exact: hb.
- by rewrite big_seq; apply: sumr_ge0 => j js; apply: ha; apply: tl.
- by rewrite big_seq; apply: sumr_ge0 => j js; apply: hb; apply: tl.
by rewrite ler_add2l; apply: ih => j js; [apply: ha|apply: hb]; apply: tl.
Qed.

Lemma esum_le S (a b : env -> R) : forall r, wf n r ->
  (forall r', wf n r' -> (forall x, x \notin S -> r' x = r x) -> 0 <= a r' /\ 0 <= b r') ->
  F (esum n r S a) (esum n r S b) <= esum n r S (fun r => F (a r) (b r)).
Proof.
elim: S => [|i S ih] r w h /=; first by [].
have inner k : k \in index_iota 0 (n i.1) -> wf n (upd r i k) /\
    forall r', wf n r' -> (forall x, x \notin S -> r' x = upd r i k x) -> 0 <= a r' /\ 0 <= b r'.
  rewrite mem_index_iota => lt; have wk : wf n (upd r i k) by exact: wf_upd.
  split=> // r' w' e; apply: h => // x; rewrite inE negb_or => /andP [ne xS].
  by rewrite e // /upd (negbTE ne).
apply: le_trans (sum_le _ _) _ => [k /inner [wk hk]|k /inner [wk hk]|].
- by apply: esum_ge0 => // r' w' /(hk _ w') [].
- by apply: esum_ge0 => // r' w' /(hk _ w') [].
by rewrite !big_seq; apply: ler_sum => k /inner [wk hk]; apply: ih.
Qed.
End Sums.

Section Terms.
Context {R : realFieldType} {n : nat -> nat} {T : nat -> seq nat -> R}.
Variables (D : seq declaration) (C : seq letter) (r0 : env) (fuel : nat) (K : seq fact) (ts : seq
  convex_term).
Variable F : nat -> R -> R -> R -> R.
Hypothesis G : good n T D.
Hypothesis KV : every (valid n T C r0) K.
Hypothesis sub : all_sublinear F.
Hypothesis TH : terms_hold n T F ts.

Lemma timesp_ok r z p : epoly n T r (timesp z p) = z%:~R * epoly n T r p.
Proof. by rewrite /epoly big_map mulr_sumr; apply: eq_bigr => a _; rewrite intrM mulrA. Qed.

(* an order is the same at all letters *)
Lemma order_closed r r' f : free (order_of f) == [::] -> order_at n T r f = order_at n T r' f.
Proof. by move=> /eqP e; rewrite /order_at; congr (_ / _); apply: epoly_ext => x; rewrite e. Qed.
Lemma same_function_ok r f g : wf n r -> (0 < f.2.2)%N -> same_function D fuel f g ->
  f.1 = g.1 /\ order_at n T r f = order_at n T r g.
Proof.
move=> w d0 /and3P [/eqP -> e0 /(is_zero_ok G w)]; split=> //; apply/eqP; rewrite /order_at.
rewrite eqr_div ?pnatr_eq0 -?lt0n // mulrC -[X in _ == X]mulrC -subr_eq0; apply/eqP.
by rewrite -!scalep_ok -negp_ok -epoly_cat.
Qed.

Local Notation at_ r f := (F f.1 (order_at n T r f)).
Lemma read_ok r f a b d : wf n r -> ok_read D fuel ts f a b d ->
  epoly n T r (read f a d) = at_ r f (epoly n T r a) (epoly n T r b).
Proof.
move=> w /andP [/andP [cl d0]]; case: d => [|| k l N v] /=.
- by move/(is_zero_ok G w) => ->; rewrite (none_of (sub _ _)) /epoly big_nil.
- case e: (at_one f) => [z|] //= /(is_zero_ok G w); rewrite epoly_cat negp_ok => /eqP.
  by rewrite subr_eq0 => /eqP <-; rewrite timesp_ok (at_same (sub _ _)) (at_one_ok _ _ _ d0 e).
set t := term_of ts k.
case/and5P => /andP [kt ft] /andP [dt sv] /andP [ul /eqP al] /andP [oa ob] om.
have tH : forall r, wf n r -> T k (map r (ct_letters t)) = at_ r (ct_function t)
    (epoly n T r (ct_a t) / (ct_denominator t)%:R) (epoly n T r (ct_b t) / (ct_denominator t)%:R).
  rewrite /t /term_of; elim: ts kt TH {t ft dt ul al oa ob} => //= t1 ts1 ih; rewrite inE eq_sym.
  by case: (ct_tensor t1 =P k) => [<- _ []|_ /= kt [_ /(ih kt)]].
have sl : size (ct_letters t) = size l by rewrite -(size_map fst) -al size_map.
have V0 : 0 <= epoly n T r v by exact: (signed_sum G w sv).
have d0' : (ct_denominator t)%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
set s := zip _ _ in oa ob; pose r2 := r \o look s.
have w2 : wf n r2.
  have /and3P [/andP [_ ol] _ _] := oa; exact: (look_wf ol w).
have map2 : map r2 (ct_letters t) = map r l.
  apply: (@eq_from_nth _ 0%N) => [|j]; first by rewrite !size_map.
  rewrite size_map => jl; rewrite !(nth_map i0) -?sl // /r2 /= look_zip // mem_nth // index_uniq //.
have arg p p' : [&& ok_letters [::] s N p', ok_mul v (at_letters s N p') &
    is_zero D fuel (scalep (ct_denominator t) p ++ negp (mulp v (at_letters s N p')))] ->
    epoly n T r p = epoly n T r v * (epoly n T r2 p' / (ct_denominator t)%:R).
  case/and3P => ol omv /(is_zero_ok G w); rewrite epoly_cat negp_ok scalep_ok mulp_ok //.
  rewrite (at_letters_ok _ ol) => /eqP; rewrite subr_eq0 => /eqP e.
  by rewrite mulrA -e mulrC mulKf.
have [ef eo] := same_function_ok w2 d0 ft.
rewrite mulp_ok // one_atom /= -map2 tH // -ef -eo (order_closed _ r cl) -(homogeneous (sub _ _)) //.
by rewrite -(arg _ _ oa) -(arg _ _ ob).
Qed.

Lemma total_of_ok r g ps : epoly n T r (total_of g ps)
  = \sum_(p <- ps) esum n r p.1.2 (fun r => epoly n T r (g p)).
Proof.
elim: ps => [|p ps ih]; first by rewrite /epoly !big_nil.
by rewrite /total_of /= epoly_cat -/(total_of g ps) ih big_cons summed_over_ok.
Qed.

(* what stands in an expression of the table has the value that the expression has *)
Definition values (r : env) (xs : seq (poly * nat)) : seq R := [seq epoly n T r x.1 / x.2%:R | x <- xs].

Lemma values_nth r xs k : nth 0 (values r xs) k = epoly n T r (argument xs k).1 / (argument xs k).2%:R.
Proof.
rewrite /values /argument; case: (ltnP k (size xs)) => h; first by rewrite (nth_map ([::], 1%N)).
by rewrite !nth_default ?size_map // /epoly big_nil mul0r.
Qed.

Lemma written_ok r xs w : wf n r -> ok_written D fuel ts xs w -> let x := poly_of xs w in
  (0 < x.2)%N /\ epoly n T r x.1 = x.2%:R * value F (values r xs) (erased w).
Proof.
move=> wr; elim: w => [k N|c||x ihx y ihy|x ihx y ihy|f o iho x ihx y ihy d] /=.
- case/andP => d0 ol; split=> //; rewrite (at_letters_ok _ ol) values_nth.
  by rewrite mulrC divfK // pnatr_eq0 -lt0n.
- by move=> _; split=> //; rewrite epoly1 /= /eatoms big_nil mulr1 mul1r.
- by move=> _; split=> //; rewrite epoly1 /= /eatoms big_nil mulr1 mulfV // pnatr_eq0.
- case/andP => /ihx + /ihy; case: (poly_of xs x) => p d; case: (poly_of xs y) => q e /= [d0 ep] [e0 eq].
  rewrite muln_gt0 d0 e0; split=> //; rewrite epoly_cat !scalep_ok ep eq natrM; ring.
- case/and3P => /ihx + /ihy; case: (poly_of xs x) => p d; case: (poly_of xs y) => q e /= [d0 ep] [e0 eq].
  move=> om; rewrite muln_gt0 d0 e0; split=> //; rewrite mulp_ok // ep eq natrM; ring.
case/and4P => /iho [o0 eo] /ihx + /ihy; case: (poly_of xs x) => p d0; case: (poly_of xs y) => q e /= [dp ep] [e0 eq].
move=> ok; rewrite muln_gt0 dp e0; split=> //; rewrite (read_ok wr ok) !scalep_ok ep eq natrM.
have v0 : 0 <= d0%:R * e%:R :> R by rewrite mulr_ge0 ?ler0n.
rewrite -(homogeneous (sub _ _) _ _ v0); congr (F f _ _ _); [|ring|ring].
by rewrite /order_at eo mulrAC mulfV ?mul1r // pnatr_eq0 -lt0n.
Qed.

Definition row_at (w : row) (xs : seq R) : Prop :=
  every (fun G => holds G.1 (value F xs G.2)) (needs_of_row w) ->
  holds (row_says w).1 (value F xs (row_says w).2).

Lemma row_ok t r : wf n r -> agree C r r0 -> check_row D C fuel K ts t ->
  row_at (row_of t) (values r (t_arguments t)) -> holds (said_row t).1 (epoly n T r (said_row t).2).
Proof.
move=> w ag /and4P [_ _ /andP [/same_expression_ok es os] sh] rt; have [d0 e] := written_ok w os.
rewrite /= e es; apply/holds_scale; first by rewrite ltr0n.
apply: rt; elim: (needs_of_row _) (t_needs t) sh => //= H Hs ih [|[x u] us] //= /andP [/and3P [] ].
move=> /same_expression_ok ex ox s /ih; split=> //; have [dx e'] := written_ok w ox.
have := shown_ok G KV w ag s; rewrite /= e' ex; apply: (iffLR (holds_scale _ _ _)).
by rewrite ltr0n.
Qed.

Theorem convex_ok c st : check_stated D C fuel K ts c st ->
  (forall t, c = OfTable t -> forall r, wf n r -> agree C r r0 -> row_at (row_of t) (values r (t_arguments t))) ->
  valid n T C r0 st.
Proof.
case/and3P => ck im sc rt r w ag; apply/(states_ok st.1 G w sc)/(implied_ok im).
move: ck rt {st im sc} r w ag; case: c => [f ps d us|f v a b d d' u|f a b c e d d' u u'|t] /=; [move=> + _|move=> + _|move=> + _|].
- case/and3P => ok od sh r w ag; rewrite /= epoly_cat negp_ok subr_ge0 (read_ok w od) !total_of_ok.
  have ge p : List.In p ps -> [/\ forall r', wf n r' -> (forall x, x \notin p.1.2 -> r' x = r x) ->
      0 <= epoly n T r' (first_of p) /\ 0 <= epoly n T r' (second_of p) &
      ok_read D fuel ts f (first_of p) (second_of p) p.2].
    elim: ps us ok sh {od} => //= q ps ih [|u1 [|u2 us]] /andP [/andP [oq nq] oks] //; first by case/andP.
    case/and3P => s1 s2 sh [<-|]; last exact: ih oks sh.
    split=> // r' w' e'; have ag' : agree C r' r0.
      move=> x xC; rewrite e' ?ag //; apply/negP => xs; by have := allP nq x xs; rewrite xC.
    by split; [apply: (shown_ok G KV w' ag' s1)|apply: (shown_ok G KV w' ag' s2)].
  elim: ps {ok od sh} ge => [|p ps ih] ge; first by rewrite !big_nil (none_of (sub _ _)).
  have [pge pok] := ge p (or_introl erefl).
  have tl q : List.In q ps -> _ := fun h => ge q (or_intror h).
  rewrite !big_cons; apply: le_trans (subadditive (sub _ _) _ _ _ _) _.
  + by apply: esum_ge0 => // r' w' /(pge _ w') [].
  + by apply: esum_ge0 => // r' w' /(pge _ w') [].
  + elim: ps tl {ih ge} => [|q ps ih] tl; first by rewrite big_nil.
    rewrite big_cons; apply: addr_ge0; last by apply: ih => x h; apply: tl; right.
    have [qge _] := tl q (or_introl erefl); by apply: esum_ge0 => // r' w' /(qge _ w') [].
  + elim: ps tl {ih ge} => [|q ps ih] tl; first by rewrite big_nil.
    rewrite big_cons; apply: addr_ge0; last by apply: ih => x h; apply: tl; right.
    have [qge _] := tl q (or_introl erefl); by apply: esum_ge0 => // r' w' /(qge _ w') [].
  apply: ler_add; last exact: ih tl.
  apply: le_trans (esum_le (sub _ _) w pge) _; rewrite le_eqVlt; apply/orP; left; apply/eqP.
  apply: eq_esum_wf => // r' w'; have /andP [/andP [cl _] _] := pok.
  by rewrite /read_part (read_ok w' pok) (order_closed r r' cl).
- case/and5P => oa ob o1 o2 /andP [om sh] r w ag; rewrite /= epoly_cat negp_ok (mulp_ok _ om).
  rewrite (read_ok w o1) (read_ok w o2) !mulp_ok // (homogeneous (sub _ _)) ?subrr //.
  exact: (shown_ok G KV w ag sh).
- case/and4P => o1 o2 s1 s2 r w ag; rewrite /= epoly_cat negp_ok (read_ok w o1) (read_ok w o2).
  have := shown_ok G KV w ag s1; have := shown_ok G KV w ag s2; rewrite /= !epoly_cat !negp_ok.
  by move=> /eqP + /eqP; rewrite !subr_eq0 => /eqP -> /eqP ->; rewrite subrr.
- by move=> ck rt r w ag; apply: row_ok => //; apply: rt.
Qed.
End Terms.
