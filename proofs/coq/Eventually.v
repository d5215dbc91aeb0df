(* Rows of the table hold for large N alone: u log u and u^2 are cut off at N, and continue as a line there
   (docs/convex_terms.md). So a certificate is about every instance, for all N that are large enough: at all values of
   its tensors that are no terms there is an N0 such that for all N >= N0, if its facts hold, so does its goal.

   All steps but rows hold at each N. A row holds above a number that depends on its arguments and parameters; these
   do not grow, which is that they take finitely many values as N does, so that one number serves all of them. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Pmlsym Require Import Polynomial Tensor NormalForm Product Sequent ConvexRows Certificate Checker Soundness.
From Pmlsym Require Import Extensions Enlarge Terms Application Convex Checked Lemmas.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Large.
Variable R : realFieldType.
Definition eventually (Q : R -> Prop) : Prop := exists N0, forall N, N0 <= N -> Q N.

Lemma eventually_all (Q : R -> Prop) : (forall N, Q N) -> eventually Q.
Proof. by move=> h; exists 0 => N _. Qed.

Lemma eventually_imp (Q Q' : R -> Prop) : (forall N, Q N -> Q' N) -> eventually Q -> eventually Q'.
Proof. by move=> h [N0 q]; exists N0 => N /q /h. Qed.

Lemma eventually_and (Q Q' : R -> Prop) : eventually Q -> eventually Q' -> eventually (fun N => Q N /\ Q' N).
Proof.
move=> [N0 q] [N1 q']; exists (Num.max N0 N1) => N; rewrite le_maxl => /andP [h h'].
by split; [apply: q|apply: q'].
Qed.

Lemma eventually_in (I : eqType) (s : seq I) (Q : I -> R -> Prop) : (forall i, i \in s -> eventually (Q i)) ->
  eventually (fun N => forall i, i \in s -> Q i N).
Proof.
elim: s => [|i s ih] h; first by exists 0.
have := eventually_and (h i (mem_head i s)) (ih (fun j js => h j (mem_behead (s := i :: s) js))).
by apply: eventually_imp => N [qi qs] j; rewrite inE => /orP [/eqP ->|/qs].
Qed.

(* ---- numbers that take finitely many values as N grows ---- *)
Definition few (x : R -> R) : Prop := exists N0 (s : seq R), forall N, N0 <= N -> x N \in s.

Lemma few_const c : few (fun _ => c).
Proof. by exists 0, [:: c] => N _; rewrite inE. Qed.

Lemma few_map2 (g : R -> R -> R) x y : few x -> few y -> few (fun N => g (x N) (y N)).
Proof.
move=> [N0 [s sx]] [N1 [s' sy]]; exists (Num.max N0 N1), [seq g u v | u <- s, v <- s'] => N.
by rewrite le_maxl => /andP [h h']; apply: allpairs_f; [apply: sx|apply: sy].
Qed.

Lemma few_map3 (g : R -> R -> R -> R) x y z : few x -> few y -> few z -> few (fun N => g (x N) (y N) (z N)).
Proof.
move=> [N0 [s sx]] [N1 [s' sy]] [N2 [s2 sz]]; exists (Num.max N0 (Num.max N1 N2)).
exists (flatten [seq [seq g u v w | v <- s', w <- s2] | u <- s]) => N; rewrite !le_maxl => /and3P [h h' h2].
by apply/flattenP; exists [seq g (x N) v w | v <- s', w <- s2]; [apply: map_f; apply: sx|apply: allpairs_f; [apply: sy|apply: sz]].
Qed.

Lemma few_ext x y : (forall N, x N = y N) -> few x -> few y.
Proof. by move=> e [N0 [s sx]]; exists N0, s => N; rewrite -e; apply: sx. Qed.

Lemma few_sum (I : eqType) (s : seq I) (x : I -> R -> R) : (forall i, i \in s -> few (x i)) ->
  few (fun N => \sum_(i <- s) x i N).
Proof.
elim: s => [|i s ih] h; first by apply: few_ext (few_const 0) => N; rewrite big_nil.
have t := ih (fun j js => h j (mem_behead (s := i :: s) js)).
by apply: few_ext (few_map2 +%R (h i (mem_head i s)) t) => N; rewrite big_cons.
Qed.

Lemma few_prod (I : eqType) (s : seq I) (x : I -> R -> R) : (forall i, i \in s -> few (x i)) ->
  few (fun N => \prod_(i <- s) x i N).
Proof.
elim: s => [|i s ih] h; first by apply: few_ext (few_const 1) => N; rewrite big_nil.
have t := ih (fun j js => h j (mem_behead (s := i :: s) js)).
by apply: few_ext (few_map2 *%R (h i (mem_head i s)) t) => N; rewrite big_cons.
Qed.

Lemma few_values (I : eqType) (s : seq I) (x : I -> R -> R) : (forall i, i \in s -> few (x i)) ->
  exists N0 (l : seq (seq R)), forall N, N0 <= N -> [seq x i N | i <- s] \in l.
Proof.
elim: s => [|i s ih] h; first by exists 0, [:: [::]] => N _; rewrite inE.
have [N0 [l sl]] := ih (fun j js => h j (mem_behead (s := i :: s) js)).
have [N1 [m xm]] := h i (mem_head i s); exists (Num.max N0 N1), [seq u :: v | u <- m, v <- l] => N.
by rewrite le_maxl => /andP [h0 h1]; apply: (allpairs_f (fun u v => u :: v)); [apply: xm|apply: sl].
Qed.

Lemma few_of (x : R -> R) c c' : (forall N, x N = c \/ x N = c') -> few x.
Proof. by move=> h; exists 0, [:: c; c'] => N _; case: (h N) => ->; rewrite !inE eqxx ?orbT. Qed.

(* ---- letters have finitely many values ---- *)
Variable n : nat -> nat.
Fixpoint tuples (A : seq nat) : seq (seq nat) :=
  if A is a :: A' then [seq k :: v | k <- iota 0 (n a), v <- tuples A'] else [:: [::]].

Lemma tuples_in r (l : seq letter) : wf n r -> map r l \in tuples (map fst l).
Proof.
move=> w; elim: l => [|x l ih]; first by rewrite inE.
by apply: (allpairs_f (fun k v => k :: v)); rewrite // mem_iota /= add0n w.
Qed.

Lemma eventually_letters (r0 : env) (l : seq letter) (Q : env -> R -> Prop) : wf n r0 ->
  (forall r r' N, wf n r' -> agree l r r' -> Q r N -> Q r' N) -> (forall r, wf n r -> eventually (Q r)) ->
  eventually (fun N => forall r, wf n r -> Q r N).
Proof.
move=> w0 loc h; pose at_ v := updl r0 l v.
have g v : v \in tuples (map fst l) -> eventually (fun N => forall r, wf n r -> map r l = v -> Q r N).
  move=> _; have [/allP wa|/allPn [x xl nx]] := boolP (all (fun x => at_ v x < n x.1)%N l); last first.
    by exists 0 => N _ r w e; move: nx; rewrite /at_ -e updl_in // w.
  have wv : wf n (at_ v).
    by move=> x; case xl: (x \in l); [apply: wa|rewrite /at_ /updl xl].
  by have [N0 q] := h _ wv; exists N0 => N le r w e; apply: loc (q N le) => // x xl; rewrite /at_ -e updl_in.
have := eventually_in g; apply: eventually_imp => N q r w.
exact: (q (map r l) (tuples_in l w) r w (erefl)).
Qed.

Lemma few_poly (TT : R -> nat -> seq nat -> R) p :
  (forall t, t \in tensors_of p -> forall v, few (fun N => TT N t v)) -> forall r, few (fun N => epoly n (TT N) r p).
Proof.
move=> st r; apply: few_sum => m mp; apply: few_map2; first exact: few_const.
have sm t : t \in map fst m.2.2 -> forall v, few (fun N => TT N t v).
  by move=> tm; apply: st; apply/flattenP; exists (map fst m.2.2) => //; apply/mapP; exists m.
rewrite /emono; elim: (m.2.1) r => [|i S ih] r /=.
  by apply: few_prod => x xm; apply: sm; apply: map_f.
by apply: few_sum => k _; apply: ih.
Qed.
End Large.

(* terms that are computed do not grow, but for those that the table says *)
Lemma with_terms_steady (R : realFieldType) (n : nat -> nat) (r0 : env) (F : R -> nat -> R -> R -> R -> R) : (forall f o, ~~ grows_at f o -> forall N N' a b,
    F N f o a b = F N' f o a b) -> forall ts G (TT : R -> nat -> seq nat -> R),
  (forall t, t \notin G -> forall v, few (fun N => TT N t v)) ->
  forall t, t \notin foldl with_growing G ts -> forall v, few (fun N => with_terms n r0 (F N) ts (TT N) t v).
Proof.
move=> fs; elim=> [|t ts ih] G TT st //= s; apply: ih => {}s; rewrite /with_growing.
case: ifP => [_|/norP [gf /hasPn nG]] sG v; rewrite /updT.
  by move: sG; rewrite inE negb_or => /andP [/negbTE -> sG]; apply: st.
case: eqP => _; last exact: st.
apply: (@few_ext _ (fun N => F 0 (ct_function t).1 _ _ _)) => [N|].
  by rewrite /term_value (fs _ _ (stays_ok n (TT N) _ gf) N 0).
have cat_t p q : tensors_of (p ++ q) = tensors_of p ++ tensors_of q by rewrite /tensors_of map_cat flatten_cat.
apply: few_map3; apply: few_map2; try exact: few_const.
- by apply: few_poly => x xa; apply: st; apply: nG; rewrite !cat_t !mem_cat xa !orbT.
- by apply: few_poly => x xa; apply: st; apply: nG; rewrite !cat_t !mem_cat xa.
by apply: few_poly => x xa; apply: st; apply: nG; rewrite !cat_t !mem_cat xa orbT.
Qed.

(* ---- functions that the table is about ---- *)
Record functions (R : realFieldType) (F : R -> nat -> R -> R -> R -> R) : Prop := Functions {
  f_sublinear : eventually (fun N => all_sublinear (F N));
  f_stays : forall f o, ~~ grows_at f o -> forall N N' a b, F N f o a b = F N' f o a b;
  f_rows : every (fun w => forall xs, size xs = arity w -> eventually (fun N => row_at (F N) w xs)) table }.

Section Certificates.
Variables (R : realFieldType) (F : R -> nat -> R -> R -> R -> R).
Hypothesis FF : functions F.
Local Notation family := (R -> nat -> seq nat -> R).

Definition steady (ts : seq convex_term) (TT : family) : Prop :=
  forall t, t \notin growing ts -> forall v, few (fun N => TT N t v).

(* what a rule shares is what it is at nb, Tb, rb, at every N *)
Definition around (nb : nat -> nat) (Tb : nat -> seq nat -> R) (rb : env) (Q : rule) n (TT : family) (r : env) : Prop :=
  [/\ forall a, a \in shared_alphabets Q -> n a = nb a, forall t, t \in shared_tensors Q -> forall N v, TT N t v = Tb t v &
    forall x, x \in shared_letters Q -> r x = rb x].
(* a rule holds for all large N, of each of its tensors: of such as do not change with N but for its terms, and so of
   such as take finitely many values *)
Definition holds_eventually nb Tb rb (Q : rule) : Prop :=
  forall n TT r, wf n r -> steady (r_terms Q) TT -> around nb Tb rb Q n TT r ->
  eventually (fun N => good n (TT N) (r_declarations Q) ->
    terms_hold n (TT N) (F N) (r_terms Q) -> every (valid n (TT N) (r_constants Q) r) (premises Q) ->
    valid n (TT N) (r_constants Q) r (r_conclusion Q)).

Section Steps.
Variables (L : seq rule) (nb : nat -> nat) (Tb : nat -> seq nat -> R) (rb : env).
Hypothesis LE : every (holds_eventually nb Tb rb) L.
Definition kept n (TT : family) (r : env) : Prop := every (fun Q => around nb Tb rb Q n TT r) L.

(* the terms that are there *)
Section Table.
Variable ts : seq convex_term.
Local Notation steady := (steady ts).
Lemma steady_poly n TT p : steady TT -> stays ts p -> forall r, few (fun N => epoly n (TT N) r p).
Proof. by move=> st /allP h; apply: few_poly => t /h; apply: st. Qed.

Lemma steady_updT TT t (B : R -> seq nat -> R) : steady TT -> (forall v, few (fun N => B N v)) ->
  steady (fun N => updT (TT N) t (B N)).
Proof. by move=> st sb s sg v; rewrite /updT; case: eqP => _; [apply: sb|apply: st]. Qed.

Lemma extension_few n TT r0 K e v : steady TT -> extension_stays ts K e ->
  few (fun N => @extension_value R n r0 K (TT N) e v).
Proof.
case: e => [t pl b d h us|t out inn p new k|t pl k d] st /= sb.
- by apply: few_map2; [apply: steady_poly|apply: few_const].
- by apply: (@few_of _ _ 0 1) => N; rewrite /choice_value; case: eqP; [right|left].
by apply: (few_map2 (fun x y => x / y)); [apply: few_const|apply: steady_poly].
Qed.

Lemma row_of_holds t xs : size xs = arity (row_of t) -> eventually (fun N => row_at (F N) (row_of t) xs).
Proof.
have none : eventually (fun N => row_at (F N) no_row xs) by apply: eventually_all => N _ /=.
have := f_rows FF; rewrite /row_of; elim: table (t_row t) => [|w ws ih] [|k] //=.
  by case=> h _ /h.
by case=> _ /ih; apply.
Qed.

(* one number is large enough for a row at all its letters *)
Lemma row_eventually n (C : seq letter) (r0 : env) D fuel K TT t : wf n r0 -> steady TT ->
  check_row D C fuel K ts t ->
  eventually (fun N => forall r, wf n r -> row_at (F N) (row_of t) (@values R n (TT N) r (t_arguments t))).
Proof.
move=> w0 st /and4P [/eqP sz /allP al _ _]; set xs := t_arguments t in sz al *.
pose l := flatten [seq free x.1 | x <- xs].
apply: (eventually_letters (l := l) w0) => [r r' N w' ag|r w].
  have <- // : @values R n (TT N) r xs = @values R n (TT N) r' xs.
  apply/eq_in_map => x xin; congr (_ / _); apply: epoly_ext => y yx; apply: ag.
  by apply/flattenP; exists (free x.1) => //; apply: map_f.
have [|N0 [vs inv]] := @few_values R _ xs (fun x N => epoly n (TT N) r x.1 / x.2%:R).
  by move=> x /al /andP [_ sx]; apply: few_map2; [apply: steady_poly|apply: few_const].
have [N1 h] : eventually (fun N => forall v, v \in vs -> size v = arity (row_of t) -> row_at (F N) (row_of t) v).
  apply: eventually_in => v _; have [e|ne] := eqVneq (size v) (arity (row_of t)).
    by apply: eventually_imp (row_of_holds e).
  by exists 0 => N _ e; rewrite e eqxx in ne.
exists (Num.max N0 N1) => N; rewrite le_maxl => /andP [le0 le1]; apply: h => //; first exact: inv.
by rewrite size_map.
Qed.

Lemma declared_ext n d (B B' : seq nat -> R) : (forall v, B v = B' v) -> as_declared n d B -> as_declared n d B'.
Proof.
move=> e [h1 h2 h3 h4 h5]; have es ks : forall v, psum n B (d_alphabets d) ks v = psum n B' (d_alphabets d) ks v.
  by elim: ks => [|k ks ih] v //=; apply: eq_bigr => j _; apply: ih.
by split=> v d1 f; rewrite -?es -?e; [apply: h1|apply: h2|apply: h3|apply: h4|apply: h5].
Qed.

(* ---- what is put in a rule, and nothing where it does not say ---- *)
Definition put_in n (T : nat -> seq nat -> R) (Q : rule) (i : application) (r : env) (t : nat) (v : seq nat) : R :=
  if replaced Q i t then @T1 R n T Q i r t v else 0.

Lemma put_in_steady n TT Q i r : steady TT -> ok_bodies ts Q i ->
  (forall t, t \in shared_tensors Q -> forall v, few (fun N => @T1 R n (TT N) Q i r t v)) ->
  forall t, t \notin growing (r_terms Q) -> forall v, few (fun N => put_in n (TT N) Q i r t v).
Proof.
move=> st /and3P [_ _ /allP sb] sh t tg v; rewrite /put_in.
case c: (replaced Q i t); last exact: few_const.
case ts_: (t \in shared_tensors Q); first exact: sh.
move: c; rewrite /replaced ts_ /= /T1 /T_of /inner /with_bodies /plain.
case: (t == 0%N) => [_|]; first exact: few_const.
case: (odd t) => [_|]; first exact: few_const.
case e: (bodies i t) => [[pl p]|] //= _.
have := sb _ (find_body_in e); rewrite /= (negbTE tg) /= => sbb.
by apply: few_map2; [apply: steady_poly|apply: few_const].
Qed.

Section Replaced.
Variables (n : nat -> nat) (T : nat -> seq nat -> R) (Q : rule) (i : application) (r : env).
Hypothesis okb : ok_bodies ts Q i.
Local Notation n1 := (n1 (n := n) i).
Local Notation old := (@T1 R n T Q i r).
Local Notation new := (put_in n T Q i r).

Lemma put_in_spoken t : t \in spoken Q -> forall v, old t v = new t v.
Proof.
by case/and3P: okb => /allP h _ _ /h; rewrite /put_in => -> v.
Qed.

Lemma put_in_poly p : {subset tensors_of p <= spoken Q} -> forall r', epoly n1 old r' p = epoly n1 new r' p.
Proof. by move=> h r'; apply: epoly_T => t v /h ts_; exact: put_in_spoken. Qed.

Lemma put_in_good : good n1 old (r_declarations Q) -> good n1 new (r_declarations Q).
Proof.
case=> gd gs gt; split.
- by move=> k l; rewrite /put_in /replaced /=; exact: gd.
- by move=> a; rewrite /put_in /replaced {1}/plain /size_tensor /= odd_double /=; exact: gs.
move=> t; case e: (replaced Q i t).
  by apply: declared_ext (gt t) => v; rewrite /put_in e.
case/and3P: okb => _ /allP h _; case tb: (t \in bound_tensors Q).
  have := h t tb; rewrite e /= => /andP [/norP [n1_ /norP [n2 /norP [n3 n4]]] /eqP st].
  by split=> v; rewrite ?(negbTE n1_) ?(negbTE n2) ?(negbTE n3) ?(negbTE n4) ?st.
suff -> : decl (r_declarations Q) t = undeclared by split.
by apply: not_bound; rewrite tb.
Qed.

Lemma put_in_terms f : terms_hold n1 old f (r_terms Q) -> terms_hold n1 new f (r_terms Q).
Proof.
have : {subset flatten [seq tensors_of (ct_arguments t) ++ [:: ct_tensor t] | t <- r_terms Q] <= spoken Q}.
  by move=> x xs; rewrite /spoken mem_cat xs orbT.
rewrite /terms_hold; elim: (r_terms Q) => //= t qs ih sub [h /ih hs]; split; last first.
  by apply: hs => x xs; apply: sub; rewrite mem_cat xs orbT.
have cat_t p q : tensors_of (p ++ q) = tensors_of p ++ tensors_of q by rewrite /tensors_of map_cat flatten_cat.
move=> r' w'; rewrite /order_at -!put_in_poly; [|move=> x xs; apply: sub; rewrite !mem_cat !cat_t !mem_cat xs ?orbT //..].
by rewrite -h // put_in_spoken //; apply: sub; rewrite !mem_cat inE eqxx !orbT.
Qed.

Lemma put_in_valid C r' G : {subset tensors_of G.2 <= spoken Q} -> valid n1 old C r' G <-> valid n1 new C r' G.
Proof. by move=> h; split=> v r2 w ag; [rewrite -put_in_poly|rewrite put_in_poly] => //; apply: v. Qed.

Lemma put_in_every C r' : every (valid n1 old C r') (premises Q) -> every (valid n1 new C r') (premises Q).
Proof.
have : {subset flatten [seq tensors_of G.2 | G <- premises Q] <= spoken Q}.
  by move=> x xs; rewrite /spoken /= !mem_cat xs orbT.
elim: (premises Q) => //= G Gs ih sub [v /ih h]; split.
  by apply/put_in_valid => // x xs; apply: sub; rewrite mem_cat xs.
by apply: h => x xs; apply: sub; rewrite mem_cat xs orbT.
Qed.
End Replaced.

Lemma application_eventually n TT D C r0 fuel K i : wf n r0 -> steady TT -> kept n TT r0 ->
  check_application D C fuel K ts L i ->
  eventually (fun N => good n (TT N) D -> every (valid n (TT N) C r0) K -> terms_hold n (TT N) (F N) ts ->
    valid n (TT N) C r0 (a_statement i)).
Proof.
move=> w0 sT kT ck; pose Q := nth rule0 L (a_rule i).
have [QE [ka kt kl]] : holds_eventually nb Tb rb Q /\ around nb Tb rb Q n TT r0.
  move: ck => /and5P [/andP [iL _] _ _ _ _]; move: iL LE kT; rewrite /Q /kept.
  by elim: (L) (a_rule i) => [|F1 L1 ih] [|k] //= ks [h1 h2] [k1 k2]; [split|exact: ih].
have okb : ok_bodies ts Q i by move: ck => /and5P [_ _ /andP [_ ->]].
pose st := a_statement i.
pose here r N := all_sublinear (F N) -> agree C r r0 -> good n (TT N) D ->
  every (valid n (TT N) C r0) K -> terms_hold n (TT N) (F N) ts -> holds st.1 (epoly n (TT N) r st.2).
suff : eventually (fun N => forall r, wf n r -> here r N).
  move/(eventually_and (f_sublinear FF)); apply: eventually_imp => N [sub h] g kP tP r w ag.
  exact: h.
apply: (eventually_letters (l := C ++ free st.2) w0) => [r r' N w' ag h sub ag' g kP tP|r w].
  rewrite -(@epoly_ext _ n (TT N) r); first by apply: h => // x xC; rewrite ag ?mem_cat ?xC // ag'.
  by move=> x xs; rewrite ag // mem_cat xs orbT.
case: (boolP (all (fun x => r x == r0 x) C)) => [/allP ag0|/allPn [x xC ne]]; last first.
  by exists 0 => N _ _ ag; rewrite ag ?eqxx in ne.
have ag : agree C r r0 by move=> x /ag0 /eqP.
have w1 : wf (n1 (n := n) i) (r1 (n := n) i r) by exact: wf1.
have sh : shares C Q i by move: ck => /and5P [_ /andP [_ ->]].
have shared N := @shares_ok R n (TT N) _ _ _ _ _ ag sh.
have st_ t : t \in shared_tensors Q -> forall v, few (fun N => @T1 R n (TT N) Q i r t v).
  move=> tq v; apply: few_ext (few_const (Tb t v)) => N; have [_ sT' _] := shared N; by rewrite sT' // kt.
have ar : around nb Tb rb Q (n1 (n := n) i) (fun N => put_in n (TT N) Q i r) (r1 (n := n) i r).
  split=> [a aq|t tq N v|x xq].
  - by have [sa _ _] := shared 0; rewrite sa // ka.
  - by have [_ sT' _] := shared N; rewrite /put_in /replaced tq orbT /= sT' // kt.
  by have [_ _ sl] := shared 0; rewrite sl // kl.
have := QE _ (fun N => put_in n (TT N) Q i r) _ w1 (@put_in_steady n TT Q i r sT okb st_) ar.
apply: eventually_imp => N h sub _ g kP tP.
have [prem concl] := application_at g kP sub tP ck; apply: concl => // gd.
have [g1 _ th vp] := prem r w ag gd.
have sc : {subset tensors_of (r_conclusion Q).2 <= spoken Q} by move=> x xs; rewrite /spoken /= !mem_cat xs.
apply: (@put_in_valid n (TT N) Q i r okb _ _ _ sc).2.
by apply: h; [exact: put_in_good|exact: put_in_terms|exact: put_in_every].
Qed.


(* `rs` are letters that are known to be of the alphabets; r0 is one of them *)
Definition gives_eventually D C r0 rs K (P : R -> (nat -> nat) -> (nat -> seq nat -> R) -> Prop) : Prop :=
  forall n TT, wf n r0 -> every (wf n) rs -> steady TT -> kept n TT r0 ->
  eventually (fun N => good n (TT N) D -> P N n (TT N) ->
  every (valid n (TT N) C r0) K /\ terms_hold n (TT N) (F N) ts).

Lemma learn D C r0 rs K P F0 : gives_eventually D C r0 rs K P ->
  (forall n TT, wf n r0 -> steady TT -> kept n TT r0 -> eventually (fun N => good n (TT N) D -> P N n (TT N) ->
    every (valid n (TT N) C r0) K -> terms_hold n (TT N) (F N) ts ->
    valid n (TT N) C r0 F0)) ->
  gives_eventually D C r0 rs (rcons K F0) P.
Proof.
move=> gP h n TT w0 ws st kT; have := eventually_and (gP n TT w0 ws st kT) (h n TT w0 st kT).
apply: eventually_imp => N [k f] g m.
by have [kP tP] := k g m; split=> //; apply/every_rcons; split=> //; apply: f.
Qed.
End Table.

(* what is assumed speaks of all that the terms do *)
Definition covers ts A : Prop := forall s, all (fun G : fact => s \notin tensors_of G.2) A ->
  all (fun G : fact => s \notin tensors_of G.2) (facts_of_terms ts).
Lemma covers_rcons ts A H : covers ts A -> covers ts (rcons A H).
Proof. by move=> h s; rewrite all_rcons => /andP [_ /h]. Qed.

Definition proves D fuel (p : proof) : Prop := forall ts C r0 rs A K goal P, ~~ has_limit p ->
  (enlarges p -> archimedean R) -> covers ts A -> (forall N, stable D A L (P N)) ->
  gives_eventually ts D C r0 rs K P -> check_with ts L D C fuel A K p goal ->
  forall n TT, wf n r0 -> every (wf n) rs -> steady ts TT -> kept n TT r0 ->
  eventually (fun N => good n (TT N) D -> P N n (TT N) -> valid n (TT N) C r0 goal).

Lemma valid_agree n (C : seq letter) r r' (T : nat -> seq nat -> R) G : agree C r r' -> valid n T C r G ->
  valid n T C r' G.
Proof. by move=> ag v r1 w ag1; apply: v => // x xC; rewrite ag1 ?ag. Qed.

Lemma kept_letters n TT (C : seq letter) r r' : all (fun Q => all (fun x => x \in C) (shared_letters Q)) L ->
  agree C r r' -> kept n TT r -> kept n TT r'.
Proof.
move=> aL ag; apply: (every_imp _ aL) => Q /allP al [ka kt kl]; split=> // x xq.
by rewrite -ag ?kl //; apply: al.
Qed.

(* one branch of a split: one number is large enough for it at all its letters *)
Lemma branch_ok D fuel p ts C r0 rs A K P s st c H : proves D fuel p -> ~~ has_limit p ->
  (enlarges p -> archimedean R) -> covers ts A -> (forall N, stable D A L (P N)) ->
  gives_eventually ts D C r0 rs K P -> check_inside C L s st c -> let C' := map snd s ++ C in
  check_with ts L D C' fuel (rcons A H) (rcons K H) p (inside s st) -> forall n TT, wf n r0 ->
  every (wf n) rs -> steady ts TT -> kept n TT r0 ->
  eventually (fun N => forall r', wf n r' -> agree C r' r0 -> good n (TT N) D -> P N n (TT N) ->
    valid n (TT N) C' r' H -> valid n (TT N) C' r' (inside s st)).
Proof.
move=> pp nl ar sA sP gP ci C' ck n TT w0 ws sT kT; have /and5P [_ _ _ _ /andP [_ nL]] := ci.
apply: (eventually_letters (l := C') w0) => [r r' N w' ag h ag0 g m v|r w].
  apply: (valid_agree ag); apply: h => // [x xC|]; first by rewrite ag ?mem_cat ?xC ?orbT // ag0.
  by apply: valid_agree v => x xC; rewrite ag.
case: (boolP (all (fun x => r x == r0 x) C)) => [/allP ag|/allPn [x xC ne]]; last first.
  by exists 0 => N _ ag; rewrite ag ?eqxx in ne.
have ag0 : agree C r r0 by move=> x /ag /eqP.
have gP' : gives_eventually ts D C' r (r0 :: rs) (rcons K H) (fun N n T => [/\ P N n T, wf n r0, wf n r &
    valid n T C' r H]).
  move=> n' TT' wr [w0' ws'] sT' kT'; have k0 : kept n' TT' r0 by exact: (kept_letters nL ag0 kT').
  apply: eventually_imp (gP n' TT' w0' ws' sT' k0) => N h g [m _ _ v].
  by have [kP tP] := h g m; split=> //; apply/every_rcons; split=> //; apply: valid_all_more kP.
have := pp _ _ _ _ _ _ _ _ nl ar (covers_rcons sA) (fun N => @stable_more _ _ _ _ _ _ C' r0 r (sP N)) gP' ck n TT w (conj w0 ws) sT.
have kr : kept n TT r by apply: (kept_letters nL _ kT) => x /ag0 ->.
by move/(_ kr); apply: eventually_imp => N h _ g m v; apply: h.
Qed.

(* what a new tensor gives: it is as it is declared, so is what is said of it, and the goal speaks of others *)
Lemma new_ok D fuel p ts C r0 rs A K goal P t (B : R -> (nat -> nat) -> (nat -> seq nat -> R) -> seq nat -> R) said :
  proves D fuel p -> ~~ has_limit p -> (enlarges p -> archimedean R) -> covers ts A ->
  (forall N, stable D A L (P N)) -> gives_eventually ts D C r0 rs K P ->
  check_with ts L D C fuel (rcons A said) (rcons K said) p goal -> fresh t A L ->
  (forall n TT, steady ts TT -> forall v, few (fun N => B N n (TT N) v)) ->
  (forall N n T, wf n r0 -> good n T D -> every (valid n T C r0) K -> let T' := updT T t (B N n T) in
    [/\ as_declared n (decl D t) (B N n T), valid n T' C r0 said & valid n T' C r0 goal -> valid n T C r0 goal]) ->
  forall n TT, wf n r0 -> every (wf n) rs -> steady ts TT -> kept n TT r0 ->
  eventually (fun N => good n (TT N) D -> P N n (TT N) -> valid n (TT N) C r0 goal).
Proof.
move=> pp nl ar sA sP gP ck fr sB new n TT w0 ws sT kT; pose TT' N := updT (TT N) t (B N n (TT N)).
have sT' : steady ts TT' by apply: steady_updT => // v; apply: sB.
have kT' : kept n TT' r0.
  case/and3P: fr => _ _ fL; apply: every_imp fL kT => Q no [ka kt kl]; split=> // s sq N v.
  by rewrite /TT' /updT; case: eqP => [e|_]; [rewrite -e sq in no|apply: kt].
have gP' : gives_eventually ts D C r0 rs (rcons K said) (fun N n T => [/\ P N n T, wf n r0, wf n r0 &
    valid n T C r0 said]).
  move=> n2 TT2 w2 ws2 sT2 kT2; apply: eventually_imp (gP n2 TT2 w2 ws2 sT2 kT2) => N h g [m _ _ v].
  by have [kP tP] := h g m; split=> //; apply/every_rcons.
have := pp _ _ _ _ _ _ _ _ nl ar (covers_rcons sA) (fun N => @stable_more _ _ _ _ _ _ C r0 r0 (sP N)) gP' ck n TT' w0 ws sT' kT'.
move/(eventually_and (gP n TT w0 ws sT kT)); apply: eventually_imp => N [k h] g m; have [kP _] := k g m.
have [gB def back_] := new N n (TT N) w0 g kP; apply: back_; apply: h.
  by apply: good_updT => //; case/and3P: fr.
by split=> //; apply: (sP N).1.
Qed.

(* a new alphabet is large enough for all values of the number that asks for it *)
Lemma larger_ok D fuel p ts C r0 rs A K goal P l : archimedean R -> proves D fuel p -> ~~ has_limit p ->
  covers ts A -> (forall N, stable D A L (P N)) -> gives_eventually ts D C r0 rs K P ->
  check_enlarge D C K A L goal l -> stays ts (nth F0 K (l_number l)).2 ->
  check_with ts L D C fuel (rcons A (enlarged K l)) (rcons K (enlarged K l)) p goal ->
  forall n TT, wf n r0 -> every (wf n) rs -> steady ts TT -> kept n TT r0 ->
  eventually (fun N => good n (TT N) D -> P N n (TT N) -> valid n (TT N) C r0 goal).
Proof.
move=> ar pp nl sA sP gP ce sq ck n TT w0 ws sT kT; have n0 := wf_pos w0.
have /and5P [new ng _ _ _] := ce; set J := l_alphabet l in new ng.
have [N1 [vs inv]] := @steady_poly ts n TT _ sT sq r0.
have [k [nk hk]] := enough ar vs (l_room l) (n J).
pose n' := more J k n; pose TT' N := @grown R D J k n (TT N).
have sT' : steady ts TT'.
  move=> t tg v; rewrite /TT' /grown; case: (t == size_tensor J); first exact: few_const.
  by case: (J \in d_alphabets (decl D t)); [exact: few_const|exact: sT].
have gP' : gives_eventually ts D C r0 rs (rcons K (enlarged K l)) (fun N n T => [/\ P N n T, wf n r0, wf n r0 &
    valid n T C r0 (enlarged K l)]).
  move=> n2 TT2 w2 ws2 sT2 kT2; apply: eventually_imp (gP n2 TT2 w2 ws2 sT2 kT2) => N h g [m _ _ v].
  by have [kP tP] := h g m; split=> //; apply/every_rcons.
have kT' : kept n' TT' r0.
  case/and3P: new => _ _ nL; apply: every_imp nL kT => Q /and3P [ja /allP jt _] [ka kt kl]; split=> // [a aq|s su N v].
    by rewrite /n' /more; case: eqP => [e|_]; [rewrite -e aq in ja|apply: ka].
  have /andP [/negbTE s1 /negbTE s2] := jt s su.
  by rewrite /TT' /grown s1 s2 kt.
have ws' : every (wf n') rs by elim: (rs) ws => //= r1 rs1 ih [h /ih]; split=> //; exact: more_wf.
have := pp _ _ _ _ _ _ _ _ nl (fun _ => ar) (covers_rcons sA) (fun N => @stable_more _ _ _ _ _ _ C r0 r0 (sP N)) gP' ck n' TT' (more_wf nk w0) ws' sT' kT'.
have here : eventually (fun N => epoly n (TT N) r0 (nth F0 K (l_number l)).2 \in vs) by exists N1.
move/(eventually_and here)/(eventually_and (gP n TT w0 ws sT kT)).
apply: eventually_imp => N [kn [q h]] g m; have [kP _] := kn g m.
apply: (valid_grown nk ng); apply: h; first exact: (grown_good new).
split; [exact: ((sP N).2 _ _ _ _ new)|exact: more_wf|exact: more_wf|].
by apply: (enlarged_valid w0 kP ce nk) => q0; apply: hk.
Qed.

(* a further term may grow: all that is known before it rests on such tensors in its place as do not *)
Lemma entry_ok D fuel p ts C r0 rs A K goal P t : proves D fuel p -> ~~ has_limit p -> (enlarges p -> archimedean R) ->
  covers ts A -> (forall N, stable D A L (P N)) -> gives_eventually ts D C r0 rs K P ->
  check_entry D A K L goal t -> check_with (rcons ts t) L D C fuel (A ++ facts_of_terms [:: t]) K p goal ->
  forall n TT, wf n r0 -> every (wf n) rs -> steady ts TT -> kept n TT r0 ->
  eventually (fun N => good n (TT N) D -> P N n (TT N) -> valid n (TT N) C r0 goal).
Proof.
move=> pp nl ar sA sP gP /and3P [okt fr /andP [ng nK]] ck n TT w0 ws sT kT; set s := ct_tensor t in fr ng nK.
have dB n' (B : seq nat -> R) : as_declared n' (decl D s) B.
  case/and5P: okt => _ _ /andP [/norP [n1 /norP [n2 /norP [n3 n4]]] /eqP st] _ _.
  by split=> v; rewrite ?(negbTE n1) ?(negbTE n2) ?(negbTE n3) ?(negbTE n4) ?st.
have ps : plain s by case/and3P: fr.
have kept_at n' TT1 B : kept n' TT1 r0 -> kept n' (fun N => updT (TT1 N) s (B N)) r0.
  case/and3P: fr => _ _ fL; apply: every_imp fL => Q no [ka kt kl]; split=> // u uq N v.
  by rewrite /updT; case: eqP => [e|_]; [rewrite -e uq in no|apply: kt].
have nts : all (fun G => s \notin tensors_of G.2) (facts_of_terms ts).
  by case/and3P: fr => _ /sA.
pose PT N n (T : nat -> seq nat -> R) := [/\ P N n T, forall a, (0 < n a)%N & terms_hold n T (F N) [:: t]].
have gP' : gives_eventually (rcons ts t) D C r0 rs K PT.
  move=> n2 TT2 w2 ws2 sT2 kT2; pose TT3 N := updT (TT2 N) s (fun _ => 0).
  have sT3 : steady ts TT3.
    move=> u ug v; rewrite /TT3 /updT; case: eqP => [_|/eqP ne]; first exact: few_const.
    apply: sT2; rewrite /growing foldl_rcons /with_growing; case: ifP => // _; by rewrite inE negb_or ne.
  apply: eventually_imp (gP n2 TT3 w2 ws2 sT3 (kept_at _ _ _ kT2)) => N h g [m _ [tt _]].
  have same u v : u != s -> TT3 N u v = TT2 N u v by rewrite /TT3 /updT => /negbTE ->.
  have [kP tP] := h (good_updT ps g (dB _ _)) ((sP N).1 _ _ _ _ fr g (dB _ _) m).
  split; last by apply/every_rcons; split=> //; exact: (terms_apart same nts tP).
  by apply: (every_imp _ nK kP) => G no; apply: valid_T => u v uG; apply: same; apply: contraNneq no => <-.
pose TT' N := with_terms n r0 (F N) [:: t] (TT N).
have sT' : steady (rcons ts t) TT'.
  by rewrite /steady /growing foldl_rcons; exact: (@with_terms_steady R n r0 F (f_stays FF) [:: t]).
have sA' : covers (rcons ts t) (A ++ facts_of_terms [:: t]).
  move=> u; have -> : facts_of_terms (rcons ts t) = facts_of_terms ts ++ facts_of_terms [:: t].
    by rewrite /facts_of_terms -cats1 map_cat flatten_cat.
  by rewrite !all_cat => /andP [/sA -> ->].
have := pp _ _ _ _ _ _ _ _ nl ar sA' (fun N => stable_entry (F N) t (sP N)) gP' ck n TT' w0 ws sT' (kept_at _ _ _ kT).
apply: eventually_imp => N h g m; apply: (@valid_with_terms _ n r0 (F N) [:: t]); first by rewrite /= andbT.
apply: h; first exact: with_terms_good okt g.
split; [exact: (sP N).1|exact: wf_pos w0|exact: with_terms_hold okt].
Qed.

Theorem check_eventually D fuel p : proves D fuel p.
Proof.
elim: p => [|c p ih|st c s p1 ih1 p2 ih2 p ih|i p ih|l p ih|e p ih|c st p ih|i p ih|l p ih|t p ih] ts C r0 rs A K goal P
  /= nl ar sA sP gP.
- case/andP => im sc n TT w0 ws sT kT; apply: eventually_imp (gP n TT w0 ws sT kT) => N h g m r w ag.
  have [kP _] := h g m; apply/(states_ok goal.1 g w sc); apply: implied_ok im _.
  by rewrite -nth_last; exact: (known_nth kP).
- case/andP => ok; apply: (ih ts C r0 rs A _ goal P nl ar sA sP); apply: (learn gP) => n TT w0 sT kT.
  by apply: eventually_all => N g m kP _; exact: (combine_ok g (known_nth kP) ok).
- case/norP: nl => n1 /norP [n2 nl]; case/and4P => ci k1 k2.
  have ar1 : enlarges p1 -> archimedean R by move=> h; apply: ar; rewrite /= h.
  have ar2 : enlarges p2 -> archimedean R by move=> h; apply: ar; rewrite /= h orbT.
  have ar3 : enlarges p -> archimedean R by move=> h; apply: ar; rewrite /= h !orbT.
  apply: (ih ts C r0 rs A _ goal P nl ar3 sA sP) => n TT w0 ws sT kT.
  have b1 := branch_ok ih1 n1 ar1 sA sP gP ci k1 w0 ws sT kT; have b2 := branch_ok ih2 n2 ar2 sA sP gP ci k2 w0 ws sT kT.
  have := eventually_and (gP n TT w0 ws sT kT) (eventually_and b1 b2).
  apply: eventually_imp => N [k [h1 h2]] g m; have [kP tP] := k g m; split=> //.
  apply/every_rcons; split=> // r w ag.
  have [r' [w' ag' est same]] := inside_ok R w ci.
  have ag0 : agree C r' r0 by move=> x xC; rewrite ag' ?ag.
  have here : agree (map snd s ++ C) r' r' by [].
  rewrite -est; case: (ltP 0 (epoly n (TT N) r' c)) => [lt|ge].
    by apply: (h1 r') => // r2 w2 ag2; rewrite /= same.
  by apply: (h2 r') => // r2 w2 ag2; rewrite /= negp_ok same // oppr_ge0.
- case/andP => ci ck.
  apply: (new_ok (t := n_ind i) (B := fun _ n T => @indicate_value R n r0 T i) ih nl ar sA sP gP ck) => [|n TT sT v|N n T w0 g _].
  - by case/and5P: ci.
  - by apply: (@few_of _ _ 1 0) => N; rewrite /indicate_value; case: ifP; [left|right].
  by have [_ gB def back_] := indicate_ok r0 g ci.
- by [].
- case/and3P => ce cs ck.
  apply: (new_ok (t := new_tensor e) (B := fun _ n T => @extension_value R n r0 K T e) ih nl ar sA sP gP ck) => [|n TT sT v|N n T w0 g kP].
  - by case/and3P: ce.
  - exact: extension_few sT cs.
  by have [_ gB def back_] := extension_ok g kP w0 ce.
- case/andP => ca; apply: (ih ts C r0 rs A _ goal P nl ar sA sP); apply: (learn gP) => n TT w0 sT kT.
  have rows : eventually (fun N => forall t, c = OfTable t -> forall r, wf n r ->
      row_at (F N) (row_of t) (@values R n (TT N) r (t_arguments t))).
    case: c ca => [f ps d us|f v a b d d' u|f a b c e d d' u u'|t] ca; try by apply: eventually_all.
    have /and3P [cr _ _] := ca.
    by apply: eventually_imp (row_eventually w0 sT cr) => N h t' [<-].
  apply: eventually_imp (eventually_and (f_sublinear FF) rows) => N [sub rw] g m kP tP.
  by apply: (convex_ok g kP sub tP ca) => t e r w _; apply: rw.
- case/andP => ca; apply: (ih ts C r0 rs A _ goal P nl ar sA sP); apply: (learn gP) => n TT w0 sT kT.
  by apply: eventually_imp (application_eventually w0 sT kT ca) => N h g m kP tP; apply: h.
- by case/and3P => ce sq ck; apply: (larger_ok (ar isT) ih nl sA sP gP ce sq ck).
by case/andP => ce ck; exact: (entry_ok ih nl ar sA sP gP ce ck).
Qed.
End Steps.
End Certificates.

(* ---- lemmas, with rows too ---- *)
Lemma stable_rules (R : realFieldType) D A Ls L P : @stable R D A L P -> stable D A (Ls ++ L) P.
Proof.
case=> sT sN; split=> [n T t B /and3P [pt fA]|n T J m /and3P [nA nD]]; rewrite all_cat => /andP [_ al].
  by apply: sT; apply/and3P.
by apply: sN; apply/and3P.
Qed.

Section Lemmas.
Variables (R : realFieldType) (F : R -> nat -> R -> R -> R -> R).
Hypothesis FF : functions F.
Definition always_at (Q : rule) : Prop := forall f, all_sublinear f -> @always R f Q.
(* what shares nothing, at any alphabets and tensors *)
Definition always_eventually (Q : rule) : Prop := [/\ shared_alphabets Q = [::], shared_tensors Q = [::],
  shared_letters Q = [::] & forall nb Tb rb, holds_eventually F nb Tb rb Q].

Lemma always_kept L nb Tb rb n TT r : every always_eventually L ->
  every (holds_eventually F nb Tb rb) L /\ kept L nb Tb rb n TT r.
Proof.
rewrite /kept; elim: L => //= Q L ih [[ea et el h] /ih [hs ks]]; split; split=> //.
by rewrite /around ea et el; split.
Qed.

(* a rule about no term that grows says the same at every N *)
Lemma grows_not ts : forall G, foldl with_growing G ts = [::] -> G = [::] /\ all (fun t => ~~ function_grows (ct_function t)) ts.
Proof.
elim: ts => [|t ts ih] G //= /ih []; rewrite /with_growing; case: ifP => // /norP [-> _] -> ->.
by split.
Qed.

Lemma holds_at_each nb Tb rb Q n TT r : ~~ about_growing Q -> holds_eventually F nb Tb rb Q ->
  around nb Tb rb Q n TT r -> forall N, rule_holds n (TT N) (F N) r Q.
Proof.
rewrite negbK => /eqP ng h [ka kt kl] N n' T' r1 g w th sa st sl prem.
have [||N0 h0] := h n' (fun _ => T') r1 w; first by move=> t _ v; apply: few_const.
  by split=> [a aq|t tq M v|x xq]; [rewrite sa ?ka|rewrite st ?kt|rewrite sl ?kl].
apply: (h0 N0) => //; have [_ al] := grows_not ng; move: al th; rewrite /terms_hold.
by elim: (r_terms Q) => //= t ts ih /andP [gt /ih {}ih] [e /ih]; split=> // r2 w2; rewrite e // (f_stays FF (stays_ok n' T' r2 gt) N N0).
Qed.

(* a certificate with rules that hold for all large N, and at each large N if a limit may be taken *)
Lemma certificate_eventually rows fuel ts L D C A p goal nb Tb rb n TT r0 : every (holds_eventually F nb Tb rb) L ->
  kept L nb Tb rb n TT r0 -> (~~ rows -> eventually (fun N => every (rule_holds n (TT N) (F N) r0) L)) ->
  (enlarges p -> archimedean R) -> check_certificate rows fuel ts L D C A p goal -> wf n r0 -> steady ts TT ->
  eventually (fun N => good n (TT N) D -> terms_hold n (TT N) (F N) ts -> every (valid n (TT N) C r0) A ->
    valid n (TT N) C r0 goal).
Proof.
move=> LE kT LN ar /and3P [okt excl ck] w sT.
have [nl|/norP [nr np]] : ~~ has_limit p \/ ~~ (rows || has_row p) by move: excl; rewrite negb_and => /orP.
  pose P N n T := assumed (F N) ts [::] C r0 A n (T : nat -> seq nat -> R).
  have gP : gives_eventually F L nb Tb rb ts D C r0 [::] A P.
    by move=> n' TT' _ _ _ _; apply: eventually_all => N _ [_ mA _ tP].
  have sP N : stable D (A ++ facts_of_terms ts) L (P N).
    by rewrite -(cats0 L); apply: stable_rules; exact: assumed_stable.
  have sA : covers ts (A ++ facts_of_terms ts) by move=> s; rewrite all_cat => /andP [].
  have := check_eventually FF LE nl ar sA sP gP ck w I sT kT.
  by apply: eventually_imp => N h g tP mo; apply: h.
apply: eventually_imp (eventually_and (f_sublinear FF) (LN nr)) => N [sub lP] g tP mo.
exact: (checked_with sub ar np ck w g mo).
Qed.

Lemma always_large L n (TT : R -> nat -> seq nat -> R) r : every always_at L ->
  eventually (fun N => every (rule_holds n (TT N) (F N) r) L).
Proof.
move=> LA; apply: eventually_imp (f_sublinear FF) => N sub; apply: always_every.
by elim: (L) LA => //= Q qs ih [h /ih]; split=> //; apply: h.
Qed.

Lemma lemmas_eventually rows fuel lemmas : forall L, every always_eventually L -> (~~ rows -> every always_at L) ->
  check_lemmas rows fuel L lemmas -> (lemmas_enlarge lemmas -> archimedean R) ->
  every always_eventually (map said_by lemmas) /\
  (~~ (rows || rows_in lemmas) -> every always_at (map said_by lemmas)).
Proof.
elim: lemmas rows => //= l lemmas ih rows L LE LA /andP [ck more] ar; set Q := l_rule l; set p := l_proof l.
have arp : enlarges p -> archimedean R by move=> e; apply: ar; rewrite /lemmas_enlarge /= e.
have arl : lemmas_enlarge lemmas -> archimedean R by move=> e; apply: ar; rewrite /lemmas_enlarge /= in e *; rewrite e orbT.
have /and3P [hid /andP [noc nop] cc] := ck.
have okt : ok_terms (r_declarations Q) [::] (r_terms Q ++ l_terms l) by case/and3P: cc.
have [seen okt'] := ok_terms_cat okt.
have hE : always_eventually (said_by l).
  split=> // nb Tb rb n TT r w sT _; have n0 := wf_pos w.
  pose TT' N := with_terms n r (F N) (l_terms l) (filled l n (TT N)).
  have sT' : steady (r_terms Q ++ l_terms l) TT'.
    rewrite /steady /growing foldl_cat; apply: (@with_terms_steady R n r F (f_stays FF)) => t tg v; rewrite /filled.
    by case: (t \in l_hidden l); [exact: few_const|exact: sT].
  have [hL kL] := always_kept n (TT' 0) r n TT' r LE.
  have := certificate_eventually hL kL (fun nr => always_large n TT' r (LA nr)) arp cc w sT'.
  apply: eventually_imp => N h g tP prem.
  apply: (valid_T (T := filled l n (TT N))) => [s v /(filled_same n hid (TT N) (@conclusion_spoken l)) -> //|].
  apply: (valid_with_terms noc); apply: h => //.
  - by apply: with_terms_good okt' _; apply: filled_good.
  - by apply: terms_still_hold okt _; apply: filled_terms.
  by apply: with_terms_every => //; apply: filled_premises.
have hA : ~~ (rows || has_row p) -> always_at (said_by l).
  move=> /norP [nr np] f sub; apply: (lemma_ok sub _ ck np arp).
  by have := LA nr; elim: (L) => //= Q' qs ih' [h /ih']; split=> //; apply: h.
have [lE lA] : every always_eventually (map said_by lemmas) /\
    (~~ ((rows || has_row p) || rows_in lemmas) -> every always_at (map said_by lemmas)).
  apply: (ih _ _ _ _ more arl); first by apply/every_rcons.
  by move=> nr; apply/every_rcons; split; [apply: LA; case/norP: nr|exact: hA].
split=> // nr; split; last by apply: lA; rewrite -orbA.
by apply: hA; move: nr; rewrite orbA => /norP [].
Qed.
End Lemmas.

(* What a proof is about: at each instance, which is alphabets and tensors that are no terms, for all large N, with the
   terms at N, the goal follows from facts, and rules that hold for all large N of each of their tensors. *)
Theorem eventually_checked (R : realFieldType) fuel lemmas ts L D C A p goal :
  check_proof fuel lemmas ts L D C A p goal -> (enlarges p || lemmas_enlarge lemmas -> archimedean R) ->
  forall F : R -> nat -> R -> R -> R -> R, functions F ->
  forall n (T : nat -> seq nat -> R) r0, wf n r0 -> good n T D -> every (holds_eventually F n T r0) L ->
  eventually (fun N => let T' := with_terms n r0 (F N) ts T in
    every (valid n T' C r0) A -> valid n T' C r0 goal).
Proof.
case/andP => okl /andP [nt ck] ar F FF n T r0 w g LE; have okt : ok_terms D [::] ts by case/and3P: ck.
have arl : lemmas_enlarge lemmas -> archimedean R by move=> e; apply: ar; rewrite e orbT.
have [lE lA] := @lemmas_eventually R F FF false fuel lemmas [::] I (fun _ => I) okl arl.
have st := @with_terms_steady R n r0 F (f_stays FF) ts [::] (fun _ => T) (fun t _ v => few_const _).
have arp : enlarges p -> archimedean R by move=> e; apply: ar; rewrite e.
set TT := fun N => with_terms n r0 (F N) ts T in st.
have [hl kl] := always_kept n T r0 n TT r0 lE.
have kL : kept L n T r0 n TT r0.
  rewrite /kept; elim: (L) nt => //= Q qs ih /andP [no /ih]; split=> //; split=> // t tq N v.
  rewrite /TT with_terms_out //; elim: (ts) no => //= c cs ihc /andP [nc /ihc {}ihc].
  by rewrite inE negb_or ihc andbT; apply: contraNneq nc => <-.
have LE' : every (holds_eventually F n T r0) (map said_by lemmas ++ L) by apply/every_cat.
have kL' : kept (map said_by lemmas ++ L) n T r0 n TT r0 by apply/every_cat.
have LN : ~~ (rows_in lemmas || has about_growing L) ->
    eventually (fun N => every (rule_holds n (TT N) (F N) r0) (map said_by lemmas ++ L)).
  case/norP => nr ng; apply: eventually_imp (always_large FF n TT r0 (lA nr)) => N hs; apply/every_cat; split=> //.
  elim: (L) ng LE kL {hs LE' kL' ck nt} => //= Q qs ih /norP [nq /ih {}ih] [h /ih {}ih] [k /ih ks]; split=> //.
  exact: (holds_at_each FF nq h k).
have := certificate_eventually FF LE' kL' LN arp ck w st.
apply: eventually_imp => N h T1 mo; apply: h => //; first exact: with_terms_good okt g.
exact: with_terms_hold okt.
Qed.
