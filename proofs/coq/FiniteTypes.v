(* From the checker's letters 0 .. n-1 to finTypes, once and for all: alphabets are finTypes,
  tensors
   are functions over them, of any number of letters,
     and what the checker has accepted holds of sums
   over the finTypes. Everything reduces by /= on concrete data. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent Certificate Checker Soundness Checked.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

(* equality of alphabets as a proof that computes *)
Fixpoint nat_eqo (a b : nat) : option (a = b) :=
  match a, b return option (a = b) with
  | 0%N, 0%N => Some (erefl 0%N)
  | a'.+1, b'.+1 =>
      match nat_eqo a' b' with
      | Some e => Some (match e in _ = c return a'.+1 = c.+1 with erefl => erefl end)
      | None => None
      end
  | _, _ => None
  end.

Lemma nat_eqo_refl a : nat_eqo a a = Some erefl.
Proof. by elim: a => //= a ->. Qed.

(* the places that are summed, as bits; the bits where a number stands in a list *)
Fixpoint places (B : seq bool) : seq nat :=
  if B is b :: B' then (if b then [:: 0%N] else [::]) ++ map S (places B') else [::].
Fixpoint bits (k : nat) (A ks : seq nat) : seq bool :=
  if A is _ :: A' then has (eqn k) ks :: bits k.+1 A' ks else [::].
Fixpoint rest (A : seq nat) (B : seq bool) : seq nat :=
  match A, B with
  | a :: A', b :: B' => if b then rest A' B' else a :: rest A' B'
  | A, _ => A
  end.
Definition ok_sum (d : declaration) : bool :=
  (places (bits 0 (d_alphabets d) (d_stochastic d)) == d_stochastic d)
  && (size (bits 0 (d_alphabets d) (d_stochastic d)) == size (d_alphabets d)).

Section Fin.
Variables (R : realFieldType) (X : nat -> finType).

(* ---- letters ---- *)
Definition denv := forall a : nat, nat -> X a.
Definition dupd (r : denv) (a k : nat) (x : X a) : denv := fun a' k' =>
  match nat_eqo a a' with
  | Some e => if eqn k' k then match e in _ = b return X b with erefl => x end else r a' k'
  | None => r a' k'
  end.

(* ---- tensors: functions over the alphabets of their letters ---- *)
Fixpoint fn (A : seq nat) : Type := if A is a :: A' then X a -> fn A' else R.
Record ten := Ten { tals : seq nat; tfun : fn tals }.
Arguments Ten : clear implicits.
Definition nil_ten : ten := Ten [::] (0 : R).

Fixpoint tall (P : R -> Prop) (A : seq nat) : fn A -> Prop :=
  match A with [::] => fun f => P f | a :: A' => fun f => forall x, @tall P A' (f x) end.
Fixpoint fsum (a : nat) (A : seq nat) : (X a -> fn A) -> fn A :=
  match A return (X a -> fn A) -> fn A with
  | [::] => fun g => \sum_x g x
  | _ :: A' => fun g y => @fsum a A' (fun x => g x y)
  end.
(* the sum over the places whose bit is set, a function of the others *)
Fixpoint sumout (A : seq nat) (B : seq bool) : fn A -> fn (rest A B) :=
  match A, B return fn A -> fn (rest A B) with
  | a :: A', b :: B' =>
      if b return fn (a :: A') -> fn (if b then rest A' B' else a :: rest A' B')
      then fun f => fsum (fun x => sumout B' (f x)) else fun f x => sumout B' (f x)
  | [::], _ => fun f => f
  | _ :: _, [::] => fun f => f
  end.
Definition tsum (f : ten) (ks : seq nat) : Prop :=
  if ks is [::] then True else tall (fun v => v = 1) (sumout (bits 0 (tals f) ks) (tfun f)).

(* what a declaration says of a function; the flags that are off say nothing *)
Definition decl_ok (d : declaration) (f : ten) : Prop :=
  [/\ if d_nonnegative d then tall (fun v => 0 <= v) (tfun f) else True,
      if d_positive d then tall (fun v => 0 < v) (tfun f) else True,
      if d_at_most_one d then tall (fun v => v <= 1) (tfun f) else True,
      if d_indicator d then tall (fun v => v * v = v) (tfun f) else True &
      tsum f (d_stochastic d)].
Fixpoint decls_ok (D : seq declaration) (F : seq ten) : Prop :=
  match D, F with
  | d :: D', f :: F' => decl_ok d f /\ decls_ok D' F'
  | [::], [::] => True
  | _, _ => False
  end.

(* ---- values ---- *)
Fixpoint teval (r : denv) (A : seq nat) (f : fn A) (l : seq letter) : R :=
  match A, l return fn A -> R with
  | [::], [::] => fun f => f
  | a :: A', i :: l' => fun f => @teval r A' (f (r a i.2)) l'
  | _, _ => fun _ => 0
  end f.

Section Tensors.
Variable F : seq ten.
Definition tof (t : nat) : ten := if t is t'.+1 then nth nil_ten F t'./2 else nil_ten.
Definition datom (r : denv) (a : atom) : R :=
  match a with
  | (0%N, [:: i; j]) => (r i.1 i.2 == r i.1 j.2)%:R
  | (t, l) => if odd t then #|X t./2|%:R else teval r (tfun (tof t)) l
  end.
Fixpoint datoms (r : denv) (A : seq atom) : R :=
  match A with [::] => 1 | [:: a] => datom r a | a :: A' => datom r a * datoms r A' end.
Fixpoint dsum (r : denv) (S : seq letter) (G : denv -> R) : R :=
  if S is i :: S' then \sum_(x : X i.1) dsum (@dupd r i.1 i.2 x) S' G else G r.
Definition dcoef (c : int) (v : R) : R :=
  match c with
  | Posz 1 => v | Posz k => k%:R * v | Negz 0 => - v | Negz k => - (k.+1%:R * v)
  end.
Definition dterm (r : denv) (m : int * mono) : R :=
  dcoef m.1 (dsum r m.2.1 (fun r => datoms r m.2.2)).
Fixpoint dpoly (r : denv) (p : poly) : R :=
  match p with [::] => 0 | [:: m] => dterm r m | m :: p' => dterm r m + dpoly r p' end.
Definition dagree (C : seq letter) (r r0 : denv) : Prop :=
  every (fun i => r i.1 i.2 = r0 i.1 i.2) C.
Definition dvalid (C : seq letter) (r0 : denv) (G : fact) : Prop :=
  forall r, dagree C r r0 -> holds G.1 (dpoly r G.2).

Definition otyped (a : atom) : bool :=
  match a with
  | (0%N, l) => if l is [:: i; j] then i.1 == j.1 else false
  | (t, l) => if odd t then l == [::] else map fst l == tals (tof t)
  end.
Definition ptyped (p : poly) : bool := all (fun m => all otyped m.2.2) p.
End Tensors.

(* a second-order hypothesis: for every function of the parameter's shape *)
Definition put (F : seq ten) (t : nat) (f : ten) : seq ten := set_nth nil_ten F t.-1./2 f.
Definition dsvalid (D : seq declaration) (F : seq ten) (C : seq letter) (r0 : denv) (s : schema) :
    Prop :=
  forall f : fn (d_alphabets (decl D (parameter s))),
    decl_ok (decl D (parameter s)) (Ten _ f) ->
    every (dvalid (put F (parameter s) (Ten _ f)) C r0) (conditions s) ->
    dvalid (put F (parameter s) (Ten _ f)) C r0 (conclusion s).
Definition ok_parameter (D : seq declaration) (t : nat) : bool :=
  [&& plain t, (t.-1./2 < size D)%N & ok_sum (decl D t)].
Definition ok_schema (D : seq declaration) (F : seq ten) (s : schema) : bool :=
  ok_parameter D (parameter s) && all (fun G => ptyped F G.2) (conclusion s :: conditions s).

(* ---- the checker's side ---- *)
Section Side.
Variable x0 : forall a, X a.
Definition size_of (a : nat) : nat := #|X a|.
Local Notation n := size_of.
Definition el (a k : nat) : X a := nth (x0 a) (enum (X a)) k.
Definition no (a : nat) (x : X a) : nat := index x (enum (X a)).
Definition code (r : denv) : env := fun i => no (r i.1 i.2).
Fixpoint tnat (A : seq nat) (f : fn A) (v : seq nat) : R :=
  match A, v return fn A -> R with
  | [::], [::] => fun f => f
  | a :: A', i :: v' => fun f => @tnat A' (f (el a i)) v'
  | _, _ => fun _ => 0
  end f.
Definition TT (F : seq ten) (t : nat) (v : seq nat) : R :=
  match t, v with
  | 0%N, [:: k; l] => (k == l)%:R
  | t, v => if odd t then (if v is [::] then (n t./2)%:R else 0) else tnat (tfun (tof F t)) v
  end.

Lemma el_no a (x : X a) : el a (no x) = x.
Proof. by rewrite /el nth_index // mem_enum. Qed.

Lemma no_lt a (x : X a) : (no x < n a)%N.
Proof. by rewrite /n cardE index_mem mem_enum. Qed.

Lemma no_el a k : (k < n a)%N -> no (el a k) = k.
Proof. by move=> lt; rewrite /no index_uniq ?enum_uniq // -cardE. Qed.

Lemma no_inj a : injective (@no a).
Proof. by move=> x y e; rewrite -[x]el_no e el_no. Qed.

Lemma sumE a (G : nat -> R) : \sum_(0 <= k < n a) G k = \sum_(x : X a) G (no x).
Proof.
transitivity (\sum_(0 <= k < size (enum (X a))) G (no (nth (x0 a) (enum (X a)) k))).
  by rewrite -cardE; apply: eq_big_nat => k /andP [_ lt]; rewrite -/(el a k) no_el.
by rewrite -(big_nth (x0 a) xpredT (fun x => G (no x))) big_enum.
Qed.

Lemma wf_code r : wf n (code r).
Proof. by move=> i; apply: no_lt. Qed.

Lemma code_dupd r i x : code (@dupd r i.1 i.2 x) =1 upd (code r) i (no x).
Proof.
case: i x => a k /= x [a' k']; rewrite /code /dupd /upd /=.
case e: (nat_eqo a a') => [e'|]; last first.
  by case: eqP => // -[ea _]; rewrite ea nat_eqo_refl in e.
case: _ / e' e => _; rewrite -[eqn k' k]/(k' == k).
case: (k' =P k) => [->|ne]; first by rewrite eqxx.
by case: eqP => // -[].
Qed.

Lemma eatoms_congr T r r' A : r =1 r' -> eatoms (R := R) T r A = eatoms T r' A.
Proof. by move=> e; apply: eatoms_ext => x _; apply: e. Qed.

Section Bridge.
Variable F : seq ten.
Local Notation T := (TT F).

Lemma teval_ok r A (f : fn A) l : map fst l = A -> teval r f l = tnat f (map (code r) l).
Proof.
by elim: A f l => [|a A ih] f [|[a1 k] l] //= [-> /ih ->]; rewrite /code el_no.
Qed.

Lemma datom_ok r a : otyped F a -> datom F r a = T a.1 (map (code r) a.2).
Proof.
case: a => -[|t] l; first case: l => [|[a k] [|[b k'] [|? ?]]] //=.
  move/eqP=> /= e; case: _ / e; rewrite /code /=; congr (_%:R); congr nat_of_bool.
  by apply/eqP/eqP => [->|/no_inj].
rewrite /otyped /datom /TT /=.
case: ifP => _; first by move/eqP->.
by move/eqP; apply: teval_ok.
Qed.

Lemma datoms_ok r A : all (otyped F) A -> datoms F r A = eatoms T (code r) A.
Proof.
elim: A => [|a A ih] /=; first by rewrite /eatoms big_nil.
case/andP => ta /ih {}ih; rewrite eatoms_cons -datom_ok // -ih.
by case: (A) => [|b B] //=; rewrite mulr1.
Qed.

Lemma dsum_ok S A : all (otyped F) A -> forall r,
  dsum r S (fun r => datoms F r A) = esum n (code r) S (fun r => eatoms T r A).
Proof.
move=> tA; elim: S => [|i S ih] r /=; first exact: datoms_ok.
rewrite sumE; apply: eq_bigr => x _; rewrite ih.
by apply: esum_ext2 => y _ _; apply: code_dupd.
Qed.

Lemma dcoef_ok c v : dcoef c v = c%:~R * v.
Proof.
case: c => [[|[|k]]|[|k]] /=; rewrite ?mul0r ?mul1r ?mulN1r //.
by rewrite NegzE mulrNz mulNr.
Qed.

Lemma dpoly_ok r p : ptyped F p -> dpoly F r p = epoly n T (code r) p.
Proof.
elim: p => [|m p ih]; first by rewrite /epoly big_nil.
move=> /= /andP [tm /ih {}ih]; rewrite epoly_cons -ih /emono -dsum_ok // -dcoef_ok.
by case: (p) => [|q p'] //=; rewrite addr0.
Qed.

Lemma dvalid_valid C r0 G : ptyped F G.2 -> dvalid F C r0 G -> valid n T C (code r0) G.
Proof.
move=> tG v r w ag; pose rd : denv := fun a k => el a (r (a, k)).
have e : code rd =1 r by move=> [a k]; rewrite /code /rd no_el //; apply: (w (a, k)).
have -> : epoly n T r G.2 = epoly n T (code rd) G.2 by apply: epoly_ext => x _; rewrite e.
rewrite -dpoly_ok //; apply: v; elim: C ag => //= i C ih ag; split.
  by apply: no_inj; rewrite -/(code rd i) e ag ?mem_head.
by apply: ih => x xC; apply: ag; rewrite inE xC orbT.
Qed.

Lemma valid_dvalid C r0 G : ptyped F G.2 -> valid n T C (code r0) G -> dvalid F C r0 G.
Proof.
move=> tG v r ag; rewrite dpoly_ok //; apply: v; first exact: wf_code.
move=> x xC; elim: C ag xC => //= i C ih [e ag]; rewrite inE; case/orP => [/eqP ->|];
  last exact: ih.
by rewrite /code e.
Qed.

(* ---- declarations ---- *)
Lemma tallP A (f : fn A) (P : R -> Prop) : tall P f <-> forall v, fits n A v -> P (tnat f v).
Proof.
elim: A f => [|a A ih] f /=; first by split=> [h [|? ?] //|h]; exact: (h [::]).
split=> [h [|i v] // /andP [_ fv]|h x]; first exact: (ih _).1 (h _) v fv.
apply/ih => v fv; have := h (no x :: v); rewrite /= el_no; apply.
by rewrite /fits /= no_lt.
Qed.

Lemma fsum_ok a A (g : X a -> fn A) v : tnat (fsum g) v = \sum_x tnat (g x) v.
Proof.
by elim: A g v => [|b A ih] g [|i v] //=; rewrite ?ih ?big1.
Qed.

Lemma psum_S (G : seq nat -> R) a A ks i v :
  psum n G (a :: A) (map S ks) (i :: v) = psum n (fun v => G (i :: v)) A ks v.
Proof. by elim: ks v => //= k ks ih v; apply: eq_bigr => j _; rewrite ih. Qed.

Lemma sumout_ok A B (f : fn A) v : size B = size A -> size v = size A ->
  psum n (tnat f) A (places B) v = tnat (sumout B f) (mask (map negb B) v).
Proof.
elim: A B f v => [|a A ih] [|b B] f [|i v] //= [sB] [sv].
case: b => /=; last by rewrite psum_S; apply: ih.
rewrite fsum_ok sumE; apply: eq_bigr => x _.
by rewrite psum_S -ih // -[in RHS](el_no x).
Qed.

Lemma fits_mask A B v : size B = size A -> fits n A v -> fits n (rest A B) (mask (map negb B) v).
Proof.
elim: A B v => [|a A ih] [|b B] [|i v] //= [sB] /andP [lt fv].
by case: b => /=; rewrite ?lt /=; apply: ih.
Qed.

Lemma tsum_ok d (f : fn (d_alphabets d)) v : tsum (Ten _ f) (d_stochastic d) -> ok_sum d ->
  d_stochastic d != [::] -> fits n (d_alphabets d) v ->
  psum n (tnat f) (d_alphabets d) (d_stochastic d) v = 1.
Proof.
rewrite /tsum /ok_sum /= => + /andP [/eqP ps /eqP sb] ne fv.
case e: (d_stochastic d) ne => [|k ks] // _; rewrite -e => /tallP h.
rewrite -ps sumout_ok //; last exact: fits_size fv.
by apply: h; apply: fits_mask.
Qed.

Lemma decl_as_declared d f : tals f = d_alphabets d -> ok_sum d -> decl_ok d f ->
  as_declared n d (tnat (tfun f)).
Proof.
case: f => A f /= e; move: f; rewrite e => f ok [h1 h2 h3 h4 h5]; split=> v d1.
- by rewrite d1 in h1; apply: (tallP _ _).1 h1 v.
- by rewrite d1 in h2; apply: (tallP _ _).1 h2 v.
- by rewrite d1 in h3; apply: (tallP _ _).1 h3 v.
- by rewrite d1 in h4; apply: (tallP _ _).1 h4 v.
- exact: tsum_ok.
Qed.

Lemma good_TT D : decls_ok D F -> map tals F = map d_alphabets D -> all ok_sum D -> good n T D.
Proof.
move=> ok al sums; split=> //.
- by move=> a; rewrite /TT /size_tensor /= odd_double /= uphalf_double.
- have none (G : seq nat -> R) : as_declared n undeclared G by [].
  move=> [|t]; first exact: none.
  rewrite /decl /TT /tof; case o: (odd t.+1); first exact: none.
  elim: (t./2) D F ok al sums => [|k ih] [|d D'] [|f F'] //=; try (by move=> *; apply: none).
    by move=> [h _] [ef _] /andP [s _]; apply: decl_as_declared.
  by move=> [_ h] [_ eF] /andP [_ s]; apply: ih.
Qed.

End Bridge.

(* ---- schemas: every function on numbers that matters comes from one on finTypes ---- *)
Fixpoint of_fun (A : seq nat) (B : seq nat -> R) : fn A :=
  match A with [::] => B [::] | a :: A' => fun x => of_fun A' (fun v => B (no x :: v)) end.

Lemma tnat_of A B v : fits n A v -> tnat (of_fun A B) v = B v.
Proof.
elim: A B v => [|a A ih] B [|i v] //= /andP [lt fv].
by rewrite ih // no_el.
Qed.

Lemma eq_psum_fits (G H : seq nat -> R) A ks v : (forall v, fits n A v -> G v = H v) ->
  all (fun k => (k < size A)%N) ks -> fits n A v -> psum n G A ks v = psum n H A ks v.
Proof.
move=> e; elim: ks v => [|k ks ih] v /=; first by move=> _; apply: e.
case/andP => kA al fv; apply: eq_big_nat => j /andP [_ lt]; apply: ih => //.
exact: fits_set.
Qed.

Fixpoint fill (A : seq nat) (B : seq bool) (w : seq nat) : seq nat :=
  match A, B with
  | a :: A', b :: B' =>
      if b then no (x0 a) :: fill A' B' w else head 0%N w :: fill A' B' (behead w)
  | _, _ => [::]
  end.

Lemma fill_ok A B w : size B = size A -> fits n (rest A B) w ->
  fits n A (fill A B w) /\ mask (map negb B) (fill A B w) = w.
Proof.
elim: A B w => [|a A ih] [|b B] //=; first by case.
move=> w [sB]; case: b => /= fw; first by have [f m] := ih B w sB fw; rewrite /fits /= no_lt.
by case: w fw => // i w /andP [lt fw]; have [f m] := ih B w sB fw; rewrite /fits /= lt m.
Qed.

Lemma places_lt B : all (fun k => (k < size B)%N) (places B).
Proof.
elim: B => [|b B ih] //=; rewrite all_cat all_map andbC.
by rewrite (sub_all _ ih) //=; case: b.
Qed.

Lemma ok_sum_places d : ok_sum d -> ok_places d.
Proof.
by case/andP => /eqP e /eqP sb; have := places_lt (bits 0 (d_alphabets d) (d_stochastic d));
  rewrite e sb.
Qed.

Lemma decl_of d B : ok_sum d -> as_declared n d B -> decl_ok d (Ten _ (of_fun (d_alphabets d) B)).
Proof.
move=> ok g; split; try (case: ifP => // f; apply/tallP => v fv; rewrite tnat_of //).
- exact: t_ge0 g v f fv.
- exact: t_gt0 g v f fv.
- exact: t_le1 g v f fv.
- exact: t_ind g v f fv.
have := t_sum g; rewrite /tsum; have pl := ok_sum_places ok; case/andP: ok => /eqP ps /eqP sb.
case e: (d_stochastic d) => [|k ks] // h; rewrite -e; apply/tallP => w fw.
have [fv mv] := fill_ok sb fw; rewrite -[X in tnat _ X]mv -sumout_ok //; last exact: fits_size fv.
rewrite ps -[RHS](h _ _ fv) ?e // -e; apply: eq_psum_fits => // u.
exact: tnat_of.
Qed.

Lemma put_tof F f t s : plain t -> plain s -> tof (put F t f) s = if s == t then f else tof F s.
Proof.
case: t s => [|t] [|s] //=; rewrite /plain /= => ot os; rewrite /put /tof nth_set_nth /=.
suff -> : (s./2 == t./2) = (s.+1 == t.+1) by [].
apply/eqP/eqP => [e|[->] //]; congr _.+1.
rewrite -(odd_double_half s) -(odd_double_half t) e.
by move: ot os; rewrite !negbK => -> ->.
Qed.

Lemma TT_plain F t v : plain t -> TT F t v = tnat (tfun (tof F t)) v.
Proof. by case: t => [|t] // /andP [_ o]; rewrite /TT (negbTE o). Qed.

Section Schemas.
Variable F : seq ten.
Local Notation T := (TT F).
Lemma epoly_fit T1 T2 p r : (forall a r, wf n r -> otyped F a ->
    T1 a.1 (map r a.2) = T2 a.1 (map r a.2)) ->
  ptyped F p -> wf n r -> epoly (R := R) n T1 r p = epoly n T2 r p.
Proof.
move=> h /allP ty w; rewrite /epoly; apply: eq_big_seq => m /ty /allP tm; congr (_ * _).
rewrite /emono; apply: eq_esum_wf => // r' w'; rewrite /eatoms; apply: eq_big_seq => a am.
by apply: h => //; apply: tm.
Qed.

Lemma dsvalid_svalid D C r0 s : map tals F = map d_alphabets D -> ok_schema D F s ->
  dsvalid D F C r0 s -> svalid n D C (code r0) T s.
Proof.
move=> al /andP [/and3P [pt lt ok]] /= /andP [tc tcs] sv B gB cs.
set t := parameter s in pt lt ok sv gB cs *; set A := d_alphabets (decl D t) in sv.
pose f := Ten A (of_fun A B).
have eA : tals (tof F t) = A.
  rewrite /A /decl /tof; case: (t) pt lt => [|t'] //=; rewrite /plain /= => ot lt.
  rewrite (negbTE ot); have sF : size F = size D by rewrite -(size_map tals) al size_map.
  by rewrite -(nth_map nil_ten [::]) ?sF // al (nth_map undeclared).
have ty G : ptyped F G -> ptyped (put F t f) G.
  apply: sub_all => m; apply: sub_all => -[[|u] l] //; rewrite /otyped; case o: (odd u.+1) => //.
  have pu : plain u.+1 by rewrite /plain o.
  by rewrite put_tof //; case: (u.+1 =P t) => // e; rewrite e eA.
have same2 u l r : wf n r -> otyped F (u, l) ->
    updT T t B u (map r l) = TT (put F t f) u (map r l).
  case: u => [|u] w; first by rewrite /updT /TT; case: eqP => // e; move: pt; rewrite -e.
  rewrite /otyped /updT; case o: (odd u.+1).
    by case: (u.+1 =P t) => [e|_ _]; [move: pt; rewrite /plain -e o andbF|rewrite /TT o].
  have pu : plain u.+1 by rewrite /plain o.
  rewrite !TT_plain // put_tof //; case: (u.+1 =P t) => [e|_]; last by move=> _; rewrite ?TT_plain.
  by rewrite e eA => /eqP el_; rewrite tnat_of //; apply: fitsP.
have same a r : wf n r -> otyped F a ->
    updT T t B a.1 (map r a.2) = TT (put F t f) a.1 (map r a.2).
  by case: a => u l; apply: same2.
have tr p r : ptyped F p -> wf n r -> epoly n (updT T t B) r p = epoly n (TT (put F t f)) r p.
  exact: epoly_fit same.
have down G : ptyped F G.2 -> valid n (updT T t B) C (code r0) G -> dvalid (put F t f) C r0 G.
  move=> tG v; apply: valid_dvalid; first exact: ty.
  by move=> r w ag; rewrite -tr //; apply: v.
have up G : ptyped F G.2 -> dvalid (put F t f) C r0 G -> valid n (updT T t B) C (code r0) G.
  move=> tG v r w ag; rewrite tr //; exact: (dvalid_valid (ty _ tG) v).
apply: up => //; apply: sv => //; first exact: decl_of.
by apply: every_imp tcs cs => G; apply: down.
Qed.

(* that the data speak of functions of the right shapes *)
Definition linked D (As : seq fact) (S : seq schema) (goal : fact) : bool :=
  [&& map tals F == map d_alphabets D, all ok_sum D, all (fun G => ptyped F G.2) (goal :: As) &
      all (ok_schema D F) S].

Theorem link_at D C fuel As S p goal r0 : check D C fuel As S p goal -> linked D As S goal ->
  decls_ok D F -> every (dvalid F C r0) As -> every (dsvalid D F C r0) S -> dvalid F C r0 goal.
Proof.
move=> ok /and4P [/eqP al sums /= /andP [tg tA] tS] dF hA hS; apply: valid_dvalid => //.
apply: (checked ok (good_TT dF al sums)); split.
  by apply: every_imp tA hA => G; apply: dvalid_valid.
by apply: every_imp tS hS => s; apply: dsvalid_svalid.
Qed.
End Schemas.
End Side.

(* ---- the theorem: what the checker has accepted holds over finTypes, at the letters r0. The
   hypotheses are to be shown for all letters that agree with r0 on the constants C. ---- *)
Theorem link D C fuel As S p goal (F : seq ten) (r0 : denv) : check D C fuel As S p goal ->
  linked F D As S goal -> decls_ok D F -> every (dvalid F C r0) As -> every (dsvalid D F C r0) S ->
  holds goal.1 (dpoly F r0 goal.2).
Proof.
move=> ok li dF hA hS; have h := @link_at (fun a => r0 a 0%N) F _ _ _ _ _ _ _ r0 ok li dF hA hS.
by apply: h; elim: (C).
Qed.
End Fin.
Arguments Ten {R X} tals tfun.

(* what remains to be shown, or is given, in readable form *)
Ltac reduce := rewrite /= /dvalid /= /decl_ok /tsum /dterm /= /dupd /=.
