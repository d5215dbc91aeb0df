(* Rows of the table hold for large N alone: u log u and u^2 are cut off at N, and continue as a line there
   (docs/convex_terms.md). So a certificate is about every instance, for all N that are large enough: at all values of
   its tensors that are no terms there is an N0 such that for all N >= N0, if its facts hold, so does its goal.

   All steps but rows hold at each N. A row holds above a number that depends on its arguments and parameters; these
   do not grow, which is that they take finitely many values as N does, so that one number serves all of them. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Pmlsym Require Import Polynomial Tensor NormalForm Product Sequent ConvexRows Certificate Checker Soundness.
From Pmlsym Require Import Extensions Application Convex Checked Lemmas.
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

Lemma updl_in r r0 (l : seq letter) x : x \in l -> updl r0 l (map r l) x = r x.
Proof. by move=> xl; rewrite /updl xl (nth_map i0) ?index_mem // nth_index. Qed.

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

(* ---- functions that the table is about ---- *)
Record functions (R : realFieldType) (F : R -> nat -> R -> R -> R) : Prop := Functions {
  f_sublinear : eventually (fun N => forall f, sublinear (F N f) (at_one f));
  f_stays : forall f, ~~ function_grows f -> forall N N' a b, F N f a b = F N' f a b;
  f_rows : every (fun w => forall xs, size xs = arity w -> eventually (fun N => row_at (F N) w xs)) table }.

Section Certificates.
Variables (R : realFieldType) (n : nat -> nat) (F : R -> nat -> R -> R -> R) (ts : seq convex_term).
Hypothesis FF : functions F.
Local Notation family := (R -> nat -> seq nat -> R).

Definition steady (TT : family) : Prop := forall t, t \notin growing ts -> forall v, few (fun N => TT N t v).

Lemma steady_poly TT p : steady TT -> stays ts p -> forall r, few (fun N => epoly n (TT N) r p).
Proof. by move=> st /allP h; apply: few_poly => t /h; apply: st. Qed.

Lemma steady_updT TT t (B : R -> seq nat -> R) : steady TT -> (forall v, few (fun N => B N v)) ->
  steady (fun N => updT (TT N) t (B N)).
Proof. by move=> st sb s sg v; rewrite /updT; case: eqP => _; [apply: sb|apply: st]. Qed.

Lemma extension_few TT r0 K e v : steady TT -> extension_stays ts K e ->
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
Lemma row_eventually (C : seq letter) (r0 : env) D fuel K TT t : wf n r0 -> steady TT -> check_row D C fuel K ts t ->
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

Definition gives_eventually D C r0 S L K (P : R -> (nat -> seq nat -> R) -> Prop) : Prop :=
  forall TT, steady TT -> eventually (fun N => good n (TT N) D -> P N (TT N) ->
  [/\ every (valid n (TT N) C r0) K, every (svalid n D C r0 (TT N)) S, every (rule_holds n (TT N) r0) L &
      terms_hold n (TT N) (F N) ts]).

Lemma learn D C r0 S L K P F0 : gives_eventually D C r0 S L K P ->
  (forall TT, steady TT -> eventually (fun N => good n (TT N) D -> P N (TT N) ->
    every (valid n (TT N) C r0) K -> every (svalid n D C r0 (TT N)) S -> every (rule_holds n (TT N) r0) L ->
    terms_hold n (TT N) (F N) ts -> valid n (TT N) C r0 F0)) ->
  gives_eventually D C r0 S L (rcons K F0) P.
Proof.
move=> gP h TT st; have := eventually_and (gP TT st) (h TT st); apply: eventually_imp => N [k f] g m.
by have [kP sP lP tP] := k g m; split=> //; apply/every_rcons; split=> //; apply: f.
Qed.

Definition proves L D fuel (p : proof) : Prop := forall C r0 A S K goal P, ~~ has_limit p -> wf n r0 ->
  (forall N, stable n D A S L (P N)) -> gives_eventually D C r0 S L K P ->
  check_with ts L D C fuel A S K p goal -> forall TT, steady TT ->
  eventually (fun N => good n (TT N) D -> P N (TT N) -> valid n (TT N) C r0 goal).

Lemma valid_agree (C : seq letter) r r' (T : nat -> seq nat -> R) G : agree C r r' -> valid n T C r G ->
  valid n T C r' G.
Proof. by move=> ag v r1 w ag1; apply: v => // x xC; rewrite ag1 ?ag. Qed.

(* one branch of a split: one number is large enough for it at all its letters *)
Lemma branch_ok L D fuel p C r0 A S K P s st c H : proves L D fuel p -> ~~ has_limit p -> wf n r0 ->
  (forall N, stable n D A S L (P N)) -> gives_eventually D C r0 S L K P -> check_inside C S L s st c ->
  let C' := map snd s ++ C in
  check_with ts L D C' fuel (rcons A H) S (rcons K H) p (inside s st) -> forall TT, steady TT ->
  eventually (fun N => forall r', wf n r' -> agree C r' r0 -> good n (TT N) D -> P N (TT N) ->
    valid n (TT N) C' r' H -> valid n (TT N) C' r' (inside s st)).
Proof.
move=> pp nl w0 sP gP ci C' ck TT sT; have /and5P [_ _ _ _ /and3P [_ nS _]] := ci.
apply: (eventually_letters (l := C') w0) => [r r' N w' ag h ag0 g m v|r w].
  apply: (valid_agree ag); apply: h => // [x xC|]; first by rewrite ag ?mem_cat ?xC ?orbT // ag0.
  by apply: valid_agree v => x xC; rewrite ag.
case: (boolP (all (fun x => r x == r0 x) C)) => [/allP ag|/allPn [x xC ne]]; last first.
  by exists 0 => N _ ag; rewrite ag ?eqxx in ne.
have ag0 : agree C r r0 by move=> x /ag /eqP.
have gP' : gives_eventually D C' r S L (rcons K H) (fun N T => P N T /\ valid n T C' r H).
  move=> TT' sT'; apply: eventually_imp (gP TT' sT') => N h g [m v]; have [kP sgP lP tP] := h g m.
  split=> //; last exact: rules_more ci ag0 lP.
    apply/every_rcons; split=> //; elim: (K) kP => //= H' K' ih' [v' /ih']; split=> //.
    exact: valid_more v'.
  by apply: every_imp nS sgP => s0; apply: svalid_more.
have := pp _ _ _ _ _ _ _ nl w (fun N => @stable_more _ _ _ _ _ _ _ _ C' r (sP N)) gP' ck TT sT.
by apply: eventually_imp => N h _ g m v; apply: h.
Qed.

(* what a new tensor gives: it is as it is declared, so is what is said of it, and the goal speaks of others *)
Lemma new_ok L D fuel p C r0 A S K goal P t (B : R -> (nat -> seq nat -> R) -> seq nat -> R) said :
  proves L D fuel p -> ~~ has_limit p -> wf n r0 -> (forall N, stable n D A S L (P N)) ->
  gives_eventually D C r0 S L K P -> check_with ts L D C fuel (rcons A said) S (rcons K said) p goal ->
  (forall TT, steady TT -> forall v, few (fun N => B N (TT N) v)) ->
  (forall N T, good n T D -> every (valid n T C r0) K -> let T' := updT T t (B N T) in
    [/\ fresh t A S L, as_declared n (decl D t) (B N T), valid n T' C r0 said &
      valid n T' C r0 goal -> valid n T C r0 goal]) ->
  forall TT, steady TT -> eventually (fun N => good n (TT N) D -> P N (TT N) -> valid n (TT N) C r0 goal).
Proof.
move=> pp nl w0 sP gP ck sB new TT sT; pose TT' N := updT (TT N) t (B N (TT N)).
have sT' : steady TT' by apply: steady_updT => // v; apply: sB.
have gP' : gives_eventually D C r0 S L (rcons K said) (fun N T => P N T /\ valid n T C r0 said).
  move=> TT2 sT2; apply: eventually_imp (gP TT2 sT2) => N h g [m v]; have [kP sgP lP tP] := h g m.
  by split=> //; apply/every_rcons.
have := pp _ _ _ _ _ _ _ nl w0 (fun N => @stable_more _ _ _ _ _ _ _ _ C r0 (sP N)) gP' ck TT' sT'.
move/(eventually_and (gP TT sT)); apply: eventually_imp => N [k h] g m; have [kP _ _ _] := k g m.
have [fr gB def back] := new N (TT N) g kP; apply: back; apply: h.
  by apply: good_updT => //; case/and4P: fr.
by split=> //; apply: sP.
Qed.

Theorem check_eventually L D fuel p : proves L D fuel p.
Proof.
elim: p => [|c p ih|st c s p1 ih1 p2 ih2 p ih|i p ih|i p ih|l p ih|e p ih|c st p ih|i p ih] C r0 A S K goal P /= nl
  w0 sP gP.
- case/andP => im sc TT sT; apply: eventually_imp (gP TT sT) => N h g m r w ag.
  have [kP _ _ _] := h g m; apply/(states_ok goal.1 g w sc); apply: implied_ok im _.
  by rewrite -nth_last; exact: (known_nth kP).
- case/andP => ok; apply: (ih C r0 A S _ goal P nl w0 sP); apply: (learn gP) => TT sT.
  by apply: eventually_all => N g m kP _ _ _; exact: (combine_ok g (known_nth kP) ok).
- case/norP: nl => n1 /norP [n2 nl]; case/and4P => ci k1 k2.
  apply: (ih C r0 A S _ goal P nl w0 sP); apply: (learn gP) => TT sT.
  have := eventually_and (branch_ok ih1 n1 w0 sP gP ci k1 sT) (branch_ok ih2 n2 w0 sP gP ci k2 sT).
  apply: eventually_imp => N [h1 h2] g m kP sgP lP tP r w ag.
  have [r' [[w' ag' est same] _]] := inside_ok R D w ci.
  have ag0 : agree C r' r0 by move=> x xC; rewrite ag' ?ag.
  have here : agree (map snd s ++ C) r' r' by [].
  rewrite -est; case: (ltP 0 (epoly n (TT N) r' c)) => [lt|ge].
    by apply: (h1 r') => // r2 w2 ag2; rewrite /= same.
  by apply: (h2 r') => // r2 w2 ag2; rewrite /= negp_ok same // oppr_ge0.
- case/andP => ci ck; apply: (new_ok (t := n_ind i) (B := fun _ T => @indicate_value R n r0 T i) ih nl w0 sP gP ck) => [TT sT v|N T g _].
    by apply: (@few_of _ _ 1 0) => N; rewrite /indicate_value; case: ifP; [left|right].
  exact: (indicate_ok r0 g ci).
- case/andP => ci; apply: (ih C r0 A S _ goal P nl w0 sP); apply: (learn gP) => TT sT.
  by apply: eventually_all => N g m kP sgP _ _; exact: (instance_ok g sgP kP ci).
- by [].
- case/and3P => ce cs ck.
  apply: (new_ok (t := new_tensor e) (B := fun _ T => @extension_value R n r0 K T e) ih nl w0 sP gP ck) => [TT sT v|N T g kP].
    exact: extension_few.
  exact: (extension_ok g kP w0 ce).
- case/andP => ca; apply: (ih C r0 A S _ goal P nl w0 sP); apply: (learn gP) => TT sT.
  have rows : eventually (fun N => forall t, c = OfTable t -> forall r, wf n r ->
      row_at (F N) (row_of t) (@values R n (TT N) r (t_arguments t))).
    case: c ca => [f ps d us|f v a b d d' u|f a b c e d d' u u'|t] ca; try by apply: eventually_all.
    have /and3P [cr _ _] := ca.
    by apply: eventually_imp (row_eventually w0 sT cr) => N h t' [<-].
  apply: eventually_imp (eventually_and (f_sublinear FF) rows) => N [sub rw] g m kP _ _ tP.
  by apply: (convex_ok g kP sub tP ca) => t e r w _; apply: rw.
- case/and3P => ca _; apply: (ih C r0 A S _ goal P nl w0 sP); apply: (learn gP) => TT sT.
  by apply: eventually_all => N g m kP _ lP _; exact: (application_ok g kP lP ca).
Qed.
End Certificates.

(* ---- the tensors of terms are given by the others ---- *)
Section Terms.
Variables (R : realFieldType) (n : nat -> nat) (r0 : env).
Definition term_value (F : nat -> R -> R -> R) (T : nat -> seq nat -> R) (t : convex_term) (v : seq nat) : R :=
  let at_ p := epoly n T (updl r0 (ct_letters t) v) p / (ct_denominator t)%:R in
  F (ct_function t) (at_ (ct_a t)) (at_ (ct_b t)).
Fixpoint with_terms (F : nat -> R -> R -> R) (ts : seq convex_term) (T : nat -> seq nat -> R) :=
  if ts is t :: ts' then with_terms F ts' (updT T (ct_tensor t) (term_value F T t)) else T.

Lemma with_terms_out F ts : forall T s v, s \notin map ct_tensor ts -> with_terms F ts T s v = T s v.
Proof.
elim: ts => //= t ts ih T s v; rewrite inE negb_or => /andP [ne /ih ->].
by rewrite /updT (negbTE ne).
Qed.

Lemma ok_terms_seen D ts : forall seen, ok_terms D seen ts -> all (fun s => s \notin map ct_tensor ts) seen.
Proof.
elim: ts => [|t ts ih] seen; first by rewrite all_predT.
case/and5P => /andP [_ no] _ _ _ /ih /allP h; apply/allP => s sn; rewrite inE negb_or h.
  rewrite andbT; apply: contraNneq no => <-; by rewrite mem_cat sn.
by rewrite inE mem_cat sn orbT.
Qed.

Lemma with_terms_hold F D ts : forall seen T, ok_terms D seen ts -> terms_hold n (with_terms F ts T) F ts.
Proof.
elim: ts => //= t ts ih seen T /and5P [/andP [_ no] _ _ /and3P [u /allP fr _] ok]; split; last exact: ih ok.
set T1 := updT _ _ _ => r w; have /allP seen1 := ok_terms_seen ok.
rewrite with_terms_out; last by apply: seen1; rewrite mem_head.
rewrite {1}/T1 /updT eqxx /term_value.
have arg p : {subset tensors_of p <= tensors_of (ct_a t ++ ct_b t)} -> {subset free p <= free (ct_a t ++ ct_b t)} ->
    epoly n T (updl r0 (ct_letters t) (map r (ct_letters t))) p = epoly n (with_terms F ts T1) r p.
  move=> tp fp; rewrite (@epoly_ext _ n T _ r); last by move=> x /fp /fr; apply: updl_in.
  apply: epoly_T => s v /tp sp; rewrite with_terms_out; last by apply: seen1; rewrite inE !mem_cat sp !orbT.
  by rewrite /T1 /updT; case: eqP => // e; rewrite -e mem_cat sp orbT in no.
have cat_t p q : tensors_of (p ++ q) = tensors_of p ++ tensors_of q by rewrite /tensors_of map_cat flatten_cat.
have cat_f p q : free (p ++ q) = free p ++ free q by rewrite /free map_cat flatten_cat.
by rewrite -!arg // => x; rewrite ?cat_t ?cat_f mem_cat => ->; rewrite ?orbT.
Qed.

Lemma with_terms_good F D ts : forall seen T, ok_terms D seen ts -> good n T D -> good n (with_terms F ts T) D.
Proof.
elim: ts => //= t ts ih seen T /and5P [/andP [pt _] _ /andP [/norP [n1 /norP [n2 /norP [n3 n4]]] /eqP st] _ ok] g.
apply: ih ok _; apply: good_updT => //.
by split=> v; rewrite ?(negbTE n1) ?(negbTE n2) ?(negbTE n3) ?(negbTE n4) ?st.
Qed.

Lemma with_terms_steady (F : R -> nat -> R -> R -> R) : (forall f, ~~ function_grows f -> forall N N' a b,
    F N f a b = F N' f a b) -> forall ts G (TT : R -> nat -> seq nat -> R),
  (forall t, t \notin G -> forall v, few (fun N => TT N t v)) ->
  forall t, t \notin foldl with_growing G ts -> forall v, few (fun N => with_terms (F N) ts (TT N) t v).
Proof.
move=> fs; elim=> [|t ts ih] G TT st //= s; apply: ih => {}s; rewrite /with_growing.
case: ifP => [_|/norP [gf /hasPn nG]] sG v; rewrite /updT.
  by move: sG; rewrite inE negb_or => /andP [/negbTE -> sG]; apply: st.
case: eqP => _; last exact: st.
apply: (@few_ext _ (fun N => F 0 (ct_function t) _ _)); first by move=> N; rewrite /term_value (fs _ gf N 0).
apply: few_map2; apply: few_map2; try exact: few_const.
  by apply: few_poly => x xa; apply: st; apply: nG; rewrite mem_cat xa.
by apply: few_poly => x xa; apply: st; apply: nG; rewrite mem_cat xa orbT.
Qed.
End Terms.

(* What a proof is about: at each instance, which is alphabets and tensors that are no terms, for all large N, with the
   terms at N, the goal follows from facts, laws and rules. *)
Theorem eventually_checked (R : realFieldType) fuel lemmas ts L D C A S p goal :
  check_proof fuel lemmas ts L D C A S p goal ->
  forall F : R -> nat -> R -> R -> R, functions F ->
  forall n (T : nat -> seq nat -> R) r0, wf n r0 -> good n T D ->
  eventually (fun N => let T' := with_terms n r0 (F N) ts T in
    models n D C r0 T' A S -> every (rule_holds n T' r0) L -> valid n T' C r0 goal).
Proof.
case/andP => okl /and4P [okt excl _ ck] F FF n T r0 w g.
have lV n' (T' : nat -> seq nat -> R) r : every (rule_holds n' T' r) (map fst lemmas).
  exact: (@lemmas_ok _ fuel lemmas [::] _ okl).
have [nl|nr] : ~~ has_limit p \/ ~~ has_row p.
  by move: excl; rewrite negb_and => /orP.
  pose P N T := assumed n (F N) ts (map fst lemmas ++ L) D C r0 A S (T : nat -> seq nat -> R).
  have gP : gives_eventually n F ts D C r0 S (map fst lemmas ++ L) A P.
    by move=> TT _; apply: eventually_all => N _ [[mA mS] lP tP].
  have sP N : stable n D (A ++ facts_of_terms ts) S (map fst lemmas ++ L) (P N) by exact: assumed_stable.
  have st := @with_terms_steady R n r0 F (f_stays FF) ts [::] (fun _ => T) (fun t _ v => few_const _).
  have := check_eventually FF nl w sP gP ck st.
  apply: eventually_imp => N h T1 mo lo; apply: h; first exact: with_terms_good okt g.
  split=> //; first by apply/every_cat.
  exact: with_terms_hold okt.
apply: eventually_imp (f_sublinear FF) => N sub T1 mo lo.
apply: (checked_with sub nr w ck (with_terms_good _ _ okt g) mo); last exact: with_terms_hold okt.
by apply/every_cat.
Qed.
