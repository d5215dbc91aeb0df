(* What has to be shown of polynomials, and new tensors: one that a polynomial defines, one that chooses
   where a polynomial is largest, and reciprocals. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Pmlsym Require Import Polynomial Tensor NormalForm Product Sequent Certificate Checker Soundness.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

(* ---- evidence ---- *)
Section Shown.
Context {R : realFieldType} {n : nat -> nat} {T : nat -> seq nat -> R}.
Variables (D : seq declaration) (C : seq letter) (r0 : env) (fuel : nat) (K : seq fact).
Hypothesis G : good n T D.
Hypothesis KV : every (valid n T C r0) K.

Lemma known_nth k : valid n T C r0 (nth F0 K k).
Proof. by apply: every_nth KV => r1 _ _; rewrite /= /epoly big_nil. Qed.

Lemma one_atom r a : epoly n T r [:: (Posz 1, ([::], [:: a]))] = T a.1 (map r a.2).
Proof. by rewrite /epoly big_seq1 /emono /= /eatoms big_seq1 mul1r. Qed.

Lemma atoms_ge0 r A : wf n r -> all (ok_declared D Nonneg) A -> 0 <= eatoms T r A.
Proof.
move=> w; elim: A => [|a A ih] /=; first by rewrite /eatoms big_nil ler01.
case/andP => oa /ih A0; have := @declared_ok _ _ _ _ G r Nonneg a w oa.
rewrite /= one_atom => a0; rewrite eatoms_cons.
exact: mulr_ge0.
Qed.

Lemma atoms_gt0 r A : wf n r -> all (ok_declared D Posit) A -> 0 < eatoms T r A.
Proof.
move=> w; elim: A => [|a A ih] /=; first by rewrite /eatoms big_nil ltr01.
case/andP => oa /ih A0; have := @declared_ok _ _ _ _ G r Posit a w oa.
rewrite /= one_atom => a0; rewrite eatoms_cons.
exact: mulr_gt0.
Qed.

Lemma signed_ge0 r (m : int * mono) : wf n r -> signed D m -> 0 <= m.1%:~R * emono n T r m.2.
Proof.
move=> w /andP [c0 al]; apply: mulr_ge0; first by rewrite ler0z.
by apply: esum_ge0 => // r' w' _; apply: atoms_ge0.
Qed.

Lemma signed_sum r p : wf n r -> all (signed D) p -> 0 <= epoly n T r p.
Proof.
move=> w /allP al; rewrite /epoly big_seq; apply: sumr_ge0 => m /al; exact: signed_ge0.
Qed.

Lemma is_plain_ok r F : wf n r -> is_plain D fuel F -> holds F.1 (epoly n T r F.2).
Proof.
move=> w; rewrite /is_plain -(normal_form_ok G fuel F.2 w); set p := normal_form _ _ _.
case: F.1 => /=; first exact: signed_sum.
  case/andP; elim: p => //= m p ih /andP [sm sp]; rewrite epoly_cons => /orP [/andP [c0 al]|h].
    apply: ltr_paddr; first exact: signed_sum.
    by apply: mulr_gt0; [rewrite ltr0z|apply: esum_gt0 => // r' w' _; apply: atoms_gt0].
  by apply: ltr_paddl; [apply: signed_ge0|apply: ih].
by move/allP => z; rewrite /epoly big_seq big1 // => m /z /eqP ->; rewrite mul0r.
Qed.

Lemma shown_ok r F u : wf n r -> agree C r r0 -> shown D C fuel K F u -> holds F.1 (epoly n T r F.2).
Proof.
move=> w ag; case: u => [u|]; last exact: is_plain_ok.
case/and3P => ou iu st; apply/(states_ok F.1 G w st)/(implied_ok iu).
exact: (use_ok G known_nth w ag ou).
Qed.
End Shown.

(* ---- what a tensor declares, from facts about it ---- *)
Lemma needs_good (R : realFieldType) n (T : nat -> seq nat -> R) D C r0 t l r : wf n r -> agree C r r0 ->
  ok_own D C t l -> every (valid n T C r0) (needs_of D t (t, l)) -> as_declared n (decl D t) (T t).
Proof.
move=> w ag /and5P [pt /eqP al_ ul /allP nC al]; rewrite /needs_of !every_cat.
set A := d_alphabets (decl D t) in al_ *; have sl : size l = size A by rewrite -al_ size_map.
have envs v : fits n A v -> exists r', [/\ wf n r', agree C r' r0 & map r' l = v].
  move=> f; exists (updl r l v); have sv : size v = size l by rewrite (fits_size f).
  split; last exact: map_updl.
    move=> x; rewrite /updl; case: ifP => // xl.
    have := fits_nth f; rewrite -al_ => /(_ (index x l)); rewrite size_map index_mem => /(_ xl).
    by rewrite (nth_map i0) ?index_mem // nth_index.
  move=> x xC; rewrite /updl; case: ifP => [xl|_]; last exact: ag.
  by have := nC x xl; rewrite xC.
move=> [h1 [h2 [h3 h4]]].
have pl : all (fun k => (k < size A)%N) (d_stochastic (decl D t)).
  by apply: sub_all al => k /andP [+ _]; rewrite sl.
have pos v : d_positive (decl D t) -> fits n A v -> 0 < T t v.
  move=> d f; have [r' [w' ag' <-]] := envs v f; move: h1; rewrite d /= => -[/(_ r' w' ag')].
  by rewrite /= one_atom.
have nn v : d_nonnegative (decl D t) -> fits n A v -> 0 <= T t v.
  move=> d f; case p: (d_positive (decl D t)); first by apply: ltW; apply: pos.
  have [r' [w' ag' <-]] := envs v f; move: h1; rewrite p d /= => -[/(_ r' w' ag')].
  by rewrite /= one_atom.
have one v : d_stochastic (decl D t) != [::] -> fits n A v ->
    psum n (T t) A (d_stochastic (decl D t)) v = 1.
  move=> d f; have [r' [w' ag' e']] := envs v f; move: h4; rewrite d /= => -[/(_ r' w' ag')].
  rewrite /= epoly_cons epoly1 /emono /= => h _; move: h.
  rewrite mul1r mulN1r [eatoms _ _ [::]]/eatoms big_nil => /eqP.
  rewrite subr_eq0 => /eqP <-; rewrite -e' /own -psum_ok //.
  by apply: eq_esum => r2; rewrite /eatoms big_seq1.
split=> [v d f|v d f|v d f|v d f|v d f]; [exact: nn|exact: pos| | |exact: one].
- move: h2; rewrite d /=; case: ifP => [_|/negbFE /andP [st sg] _].
    have [r' [w' ag' <-]] := envs v f; case=> /(_ r' w' ag').
    by rewrite /= epoly_cons epoly1 /emono /= /eatoms big_nil big_seq1 mulr1 mulN1r subr_ge0.
  rewrite -(one v st f); apply: psum_ge => // u fu.
  by case/orP: sg => s; [apply: nn|apply: ltW; apply: pos].
- have [r' [w' ag' <-]] := envs v f; move: h3; rewrite d /= => -[/(_ r' w' ag')].
  rewrite /= epoly_cons epoly1 /emono /= /eatoms !big_cons !big_nil !mulr1 !mul1r mulN1r => /eqP.
  by rewrite subr_eq0 => /eqP.
Qed.

(* ---- the place of a largest value ---- *)
Section Best.
Variables (R : realFieldType) (f : nat -> R).
Fixpoint best (m : nat) : nat :=
  if m is m'.+1 then if f (best m') < f m' then m' else best m' else 0%N.

Lemma best_lt m : (0 < m)%N -> (best m < m)%N.
Proof.
elim: m => //= -[|m] ih _; first by rewrite /= ltxx.
by case: ifP => // _; apply: leqW; apply: ih.
Qed.

Lemma best_ge m k : (k < m)%N -> f k <= f (best m).
Proof.
elim: m => //= m ih; rewrite ltnS leq_eqVlt => /orP [/eqP ->|/ih h]; case: ltP => // lt.
exact: le_trans h (ltW lt).
Qed.

Lemma sum_best m (F : nat -> R) : (0 < m)%N -> \sum_(0 <= k < m) (k == best m)%:R * F k = F (best m).
Proof.
move=> /best_lt lt; rewrite big_mkord (bigD1 (Ordinal lt)) //= eqxx mul1r big1 ?addr0 // => i ne.
by case: eqP => [e|]; [case/eqP: ne; apply: val_inj|rewrite mul0r].
Qed.
End Best.

Section Extend.
Context {R : realFieldType} {n : nat -> nat}.
Implicit Types (T : nat -> seq nat -> R) (B : seq nat -> R).
Variables (D : seq declaration) (C : seq letter) (r0 : env) (fuel : nat) (K : seq fact).
Local Notation valid T := (valid n T C r0).
Local Notation good T := (good n T D).

Lemma updl_at r l x : updl r l (map r l) x = r x.
Proof. by rewrite /updl; case: ifP => // xl; rewrite (nth_map i0) ?index_mem // nth_index. Qed.

Lemma updl_ext T r l p : agree C r r0 -> all (fun x => (x \in C) || (x \in l)) (free p) ->
  epoly n T (updl r0 l (map r l)) p = epoly n T r p.
Proof.
move=> ag /allP al; apply: epoly_ext => x /al; rewrite /updl; case: ifP => [xl _|_].
  by rewrite (nth_map i0) ?index_mem // nth_index.
by rewrite orbF => /ag ->.
Qed.

Lemma summed_over_ok T r l p : epoly n T r (summed_over l p) = esum n r l (fun r => epoly n T r p).
Proof.
by rewrite /epoly big_map esum_big; apply: eq_bigr => m _; rewrite esumZ /emono /= esum_cat.
Qed.

Lemma define_ok T t pl b d h us : good T -> every (valid T) K -> (0 < d)%N -> ok_own D C t pl ->
  all (fun x => (x \in C) || (x \in pl)) (free b) -> t \notin tensors_of b ->
  all2 (fun F u => ok_replace (only_body t pl b) (parameters (pl, b)) h F.2 &&
    shown D C fuel K (F.1, replace (only_body t pl b) d h F.2) u) (needs_of D t (t, pl)) us ->
  wf n r0 -> let B := body n T r0 d (pl, b) in
  as_declared n (decl D t) B /\ valid (updT T t B) (said_of K (Define t pl b d h us)).
Proof.
move=> g KV d0 own fb tb sh w0 B; have d0' : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
split; last first.
  move=> r w ag; rewrite /= epoly_cons negp_ok /emono /= /eatoms big_seq1 /= /updT eqxx.
  rewrite -(epoly_T n r (updT_out T B tb)) /B /body /= updl_ext //.
  by rewrite mulrC mulfVK // subrr.
have -> : B = updT T t B t by rewrite /updT eqxx.
apply: (needs_good w0 _ own) => //.
elim: (needs_of _ _ _) us sh => //= F Fs ih [|u us] //= /andP [/andP [orp s] /ih]; split=> // r w ag.
have := shown_ok g KV w ag s; rewrite /= (@replace_one_ok _ _ T r0) //; last first.
  move=> x; rewrite mem_filter => /andP [xp xb]; apply: ag.
  by have := allP fb x xb; rewrite (negbTE xp) orbF.
by move/holds_scale; apply; rewrite exprn_gt0 // ltr0n.
Qed.

(* one where the number of the inner letters is that of the largest value *)
Definition choice_value T (out inn : seq letter) (p : poly) (u : seq nat) : R :=
  let A := map fst inn in
  let E v k := epoly n T (updl r0 (out ++ inn) (v ++ decode n A k)) p in
  (encode n A (drop (size out) u) == best (E (take (size out) u)) (sizes n A))%:R.

Lemma choose_ok T t out inn p new N : good T -> ~~ d_positive (decl D t) ->
  d_stochastic (decl D t) = iota (size out) (size inn) -> ok_own D [::] t (out ++ inn) ->
  all (fun x => (x \in C) || (x \in out ++ inn)) (free p) -> t \notin tensors_of p ->
  uniq new -> map fst new = map fst inn -> all (fun x => (x \notin C) && (x \notin out)) new ->
  ok_letters [::] (zip inn new) N p -> ok_mul (entry t (out ++ new)) (at_letters (zip inn new) N p) ->
  wf n r0 -> let B := choice_value T out inn p in
  as_declared n (decl D t) B /\ valid (updT T t B) (said_of K (Choose t out inn p new N)).
Proof.
move=> g po st /and5P [pt /eqP al ul _ _] fp tp un anew /allP nnew okl okm w0.
set A := map fst inn; set m := sizes n A; set l := out ++ inn.
pose E v k := epoly n T (updl r0 l (v ++ decode n A k)) p.
pose B u : R := (encode n A (drop (size out) u) == best (E (take (size out) u)) m)%:R.
rewrite -[choice_value T out inn p]/B /=.
have m0 : (0 < m)%N.
  by rewrite /m; elim: (A) => //= a A' ih; rewrite muln_gt0 ih andbT; apply: leq_ltn_trans (w0 (a, 0%N)).
have snew : size new = size inn by rewrite -(size_map fst) anew size_map.
split.
  split=> v d f; rewrite ?(negbTE po) // in d; rewrite /B ?ler0n ?lern1 ?leq_b1 //.
    by rewrite -natrM mulnb andbb.
  pose r := updl r0 l v; have sv : size v = size l by rewrite (fits_size f) -al size_map.
  have ev : map r l = v by exact: map_updl.
  have w : wf n r.
    move=> x; rewrite /r /updl; case: ifP => // xl; have := fits_nth f; rewrite -al => /(_ (index x l)).
    by rewrite size_map index_mem => /(_ xl); rewrite (nth_map i0) ?index_mem // nth_index.
  have inn_ : [seq nth i0 l k | k <- d_stochastic (decl D t)] = inn.
    rewrite st -[RHS](drop_size_cat inn (erefl (size out))); apply: (@eq_from_nth _ i0).
      by rewrite size_map size_iota size_drop size_cat addKn.
    move=> k; rewrite size_map size_iota => ki.
    by rewrite (nth_map 0%N) ?size_iota // nth_iota // nth_drop.
  have alo : all (alone l) (d_stochastic (decl D t)).
    rewrite st; apply/allP => k; rewrite mem_iota -size_cat => /andP [_ kl]; rewrite /alone kl /=.
    by apply/allP => j; rewrite mem_iota add0n => jl; rewrite nth_uniq //; case: eqP.
  rewrite -[in LHS]ev -psum_ok // inn_.
  pose v1 := map r out; pose G k : R := (k == best (E v1) m)%:R * 1.
  have ui : uniq inn by move: ul; rewrite cat_uniq => /and3P [].
  transitivity (esum n r inn (fun r2 => G (encode n A (map r2 inn)))).
    apply: esum_cong_wf => // r2 _ e; rewrite /G mulr1 map_cat.
    have -> : map r2 out = v1.
      apply/eq_in_map => x xo; apply: e; apply/negP => xi.
      by move: ul; rewrite cat_uniq => /and3P [_ /hasPn /(_ x xi)]; rewrite /= xo.
    by rewrite take_size_cat ?drop_size_cat // size_map.
  by rewrite (sum_encode G ui) //; exact: (sum_best (E v1) (fun=> 1) m0).
move=> r w ag; rewrite /= epoly_cat negp_ok subr_ge0 summed_over_ok.
rewrite -(epoly_T n r (updT_out T B tp)); pose v := map r out.
have -> : epoly n T r p = E v (encode n A (map r inn)).
  rewrite /E decode_encode; last exact: fitsP.
  by rewrite -map_cat updl_ext.
apply: (@le_trans _ _ (E v (best (E v) m))); first by apply: best_ge; apply: encode_lt; apply: fitsP.
pose G k : R := (k == best (E v) m)%:R * E v k.
have -> : E v (best (E v) m) = esum n r new (fun r2 => G (encode n A (map r2 new))).
  by rewrite /A -anew (sum_encode G un w) anew -(sum_best (E v) (E v) m0).
rewrite le_eqVlt; apply/orP; left; apply/eqP; apply: esum_cong_wf => // r2 w2 e; rewrite /G.
have out2 : map r2 out = v.
  by apply/eq_in_map => x xo; apply: e; apply/negP => /nnew; rewrite xo andbF.
rewrite mulp_ok // one_atom {1}/updT [fst _]/= eqxx map_cat out2 /B take_size_cat ?size_map //.
rewrite drop_size_cat ?size_map //; congr (_ * _).
rewrite (at_letters_ok _ okl) -(epoly_T n _ (updT_out T B tp)) /E decode_encode; last exact: fitsP.
apply: epoly_ext => x xp; rewrite /= look_zip // /updl mem_cat -out2 -map_cat.
have ix : (index x inn < size new)%N = (x \in inn) by rewrite snew index_mem.
case xi: (x \in inn); rewrite ?orbT ?orbF.
  have xo : x \notin out.
    by move: ul; rewrite cat_uniq => /and3P [_ /hasPn /(_ x xi)].
  rewrite index_cat (negbTE xo) map_cat nth_cat size_map ltnNge leq_addr /= addKn.
  by rewrite (nth_map i0) // ix.
case xo: (x \in out).
  by rewrite index_cat xo map_cat nth_cat size_map index_mem xo (nth_map i0) ?index_mem // nth_index.
have xC : x \in C by have := allP fp x xp; rewrite mem_cat xi xo !orbF.
by rewrite e ?ag //; apply/negP => /nnew; rewrite xC.
Qed.

Definition reciprocal_value T (pl : seq letter) (k d : nat) (v : seq nat) : R :=
  d%:R / epoly n T (updl r0 pl v) (nth F0 K k).2.
Lemma reciprocal_ok T t pl k d : (0 < d)%N -> good T -> every (valid T) K -> ~~ d_at_most_one (decl D t) ->
  ~~ d_indicator (decl D t) -> d_stochastic (decl D t) = [::] -> ok_own D C t pl ->
  all (fun x => (x \in C) || (x \in pl)) (free (nth F0 K k).2) -> t \notin tensors_of (nth F0 K k).2 ->
  is_gt (nth F0 K k).1 -> ok_mul (entry t pl) (nth F0 K k).2 ->
  wf n r0 -> let B := reciprocal_value T pl k d in
  as_declared n (decl D t) B /\ valid (updT T t B) (said_of K (Reciprocal t pl k d)).
Proof.
move=> d0 g KV am ai st /and5P [pt /eqP al ul /allP nC _] fq tq gt om w0 B.
have pos r : wf n r -> agree C r r0 -> 0 < epoly n T r (nth F0 K k).2.
  by move=> w ag; have := known_nth KV k w ag; case: (nth F0 K k).1 gt.
split.
  have Bpos v : fits n (d_alphabets (decl D t)) v -> 0 < B v.
    move=> f; rewrite /B /reciprocal_value divr_gt0 ?ltr0n //; apply: pos => x; rewrite /updl; case: ifP => // xl.
      have := fits_nth f; rewrite -al => /(_ (index x pl)); rewrite size_map index_mem => /(_ xl).
      by rewrite (nth_map i0) ?index_mem // nth_index.
    by move=> xC; have := nC x xl; rewrite xC.
  by split=> v e f; rewrite ?st ?(negbTE am) ?(negbTE ai) // in e; [apply: ltW|]; apply: Bpos.
move=> r w ag.
suff: epoly n (updT T t B) r (mulp (entry t pl) (nth F0 K k).2 ++ negp (scalep d one)) = 0 by [].
rewrite epoly_cat negp_ok scalep_ok epoly_one mulr1 mulp_ok // one_atom {1}/updT [fst _]/= eqxx.
rewrite -(epoly_T n r (updT_out T B tq)) /B /reciprocal_value updl_ext // divfK ?subrr //.
by apply: lt0r_neq0; apply: pos.
Qed.

Definition extension_value T (e : extension) : seq nat -> R :=
  match e with
  | Define _ pl b d _ _ => body n T r0 d (pl, b)
  | Choose _ out inn p _ _ => choice_value T out inn p
  | Reciprocal _ pl k d => reciprocal_value T pl k d
  end.

Theorem extension_ok T A L goal e : good T -> every (valid T) K -> wf n r0 ->
  check_extension D C fuel K A L goal e ->
  let t := new_tensor e in let B := extension_value T e in
  [/\ fresh t A L, as_declared n (decl D t) B, valid (updT T t B) (said_of K e) &
    valid (updT T t B) goal -> valid T goal].
Proof.
move=> g KV w0 ck t B; move: ck => /and3P [fr ng ok].
suff [dB vB] : as_declared n (decl D t) B /\ valid (updT T t B) (said_of K e).
  by split=> //; apply: valid_T => s v sg; rewrite -(updT_out T B ng).
rewrite {}/B {}/t in fr ng ok *; case: e fr ng ok => [t pl b d h us|t out inn p new N|t pl k d] /= _ _.
- by case/and4P => d0 own /andP [fb tb] sh; exact: (define_ok g KV d0 own fb tb sh w0).
- case/and5P => /andP [po /eqP st] own /andP [fp tp] /and3P [un /eqP an nn] /andP [okl okm].
  exact: choose_ok.
- case/and5P => /and3P [am ai /eqP st] own /andP [fq tq] /andP [m0 gt] om; exact: reciprocal_ok.
Qed.
End Extend.
