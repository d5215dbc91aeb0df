(* Products of alphabets. A letter of a product is one number, by mixed radix; a polynomial over products
   is one over their components, and has the same value. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Pmlsym Require Import Polynomial Tensor NormalForm.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

(* ---- polynomials: what alphabets become, and which letters stand for a letter ---- *)
Section Expand.
Variables (D : seq declaration) (sg : nat -> seq nat) (im : letter -> seq letter).
Definition images (l : seq letter) : seq letter := flatten (map im l).
Definition expand_atom (a : atom) : seq atom :=
  match a with
  | (0%N, l) => [seq (0%N, [:: p.1; p.2]) | p <- zip (im (nth i0 l 0)) (im (nth i0 l 1))]
  | (t, l) => if odd t then [seq (size_tensor b, [::]) | b <- sg t./2] else [:: (t, images l)]
  end.
Definition ok_expand_atom (a : atom) : bool :=
  match a with
  | (0%N, l) => (size l == 2%N) && ((nth i0 l 0).1 == (nth i0 l 1).1)
  | (t, l) => if odd t then l == [::] else map fst l == d_alphabets (decl D t)
  end.
Definition expand_mono (m : mono) : mono := (images m.1, flatten (map expand_atom m.2)).
Definition expand_poly (p : poly) : poly := [seq (a.1, expand_mono a.2) | a <- p].
Definition ok_expand (p : poly) : bool :=
  all (fun a => let S := a.2.1 in
    [&& uniq (images S), all ok_expand_atom a.2.2 &
        all (fun x => (x \in S) || all (fun z => z \notin images S) (im x)) (letters_of a.2.2)]) p.
End Expand.

(* ---- numbers for tuples ---- *)
Section Radix.
Variable n : nat -> nat.
Definition sizes (A : seq nat) : nat := foldr (fun a k => n a * k)%N 1%N A.
Fixpoint encode (A v : seq nat) : nat :=
  match A, v with _ :: A', k :: v' => (k * sizes A' + encode A' v')%N | _, _ => 0%N end.
Fixpoint decode (A : seq nat) (k : nat) : seq nat :=
  if A is _ :: A' then (k %/ sizes A')%N :: decode A' (k %% sizes A')%N else [::].

Lemma encode_lt A v : fits n A v -> (encode A v < sizes A)%N.
Proof.
elim: A v => [|a A ih] [|k v] //= /andP [lt /ih {}ih].
apply: (@leq_trans (k.+1 * sizes A)); last by rewrite leq_mul2r lt orbT.
by rewrite mulSn addnC ltn_add2r.
Qed.

Lemma decode_encode A v : fits n A v -> decode A (encode A v) = v.
Proof.
elim: A v => [|a A ih] [|k v] //= /andP [lt f]; have e := encode_lt f.
have s0 : (0 < sizes A)%N by apply: leq_ltn_trans e.
by rewrite divnMDl // divn_small // addn0 modnMDl modn_small // ih.
Qed.

Lemma decode_fits A k : (k < sizes A)%N -> fits n A (decode A k).
Proof.
elim: A k => [|a A ih] k //= lt.
have s0 : (0 < sizes A)%N by move: lt; case: (sizes A) => //; rewrite muln0.
by rewrite /fits /= ltn_divLR // lt /=; apply: ih; rewrite ltn_mod.
Qed.

Lemma encode_decode A k : (k < sizes A)%N -> encode A (decode A k) = k.
Proof.
elim: A k => [|a A ih] k /=; first by case: k.
move=> lt; have s0 : (0 < sizes A)%N by move: lt; case: (sizes A) => //; rewrite muln0.
by rewrite ih ?ltn_mod // -divn_eq.
Qed.

Lemma encode_inj A v w : fits n A v -> fits n A w -> encode A v = encode A w -> v = w.
Proof. by move=> fv fw e; rewrite -(decode_encode fv) e decode_encode. Qed.

Lemma encode1 a k : encode [:: a] [:: k] = k.
Proof. by rewrite /= muln1 addn0. Qed.

Variable R : realFieldType.
Lemma sum_mul (m s : nat) (G : nat -> R) :
  \sum_(0 <= k < m) \sum_(0 <= j < s) G (k * s + j)%N = \sum_(0 <= k < m * s) G k.
Proof.
elim: m => [|m ih]; first by rewrite mul0n !big_nil.
rewrite big_nat_recr //= ih mulSn addnC [RHS](@big_cat_nat _ _ _ (m * s)) ?leq_addr //=; congr (_ + _).
rewrite -{2}[(m * s)%N]add0n big_addn addKn; apply: eq_bigr => j _; by rewrite addnC.
Qed.

Lemma esum_cong_wf S (F G : env -> R) : forall r, wf n r ->
  (forall r', wf n r' -> (forall x, x \notin S -> r' x = r x) -> F r' = G r') ->
  esum n r S F = esum n r S G.
Proof.
elim: S => /= [|i S ih] r w h; first by apply: h.
apply: eq_big_nat => k /andP [_ lt]; apply: ih => [|r' w' e]; first exact: wf_upd.
by apply: h => // x; rewrite inE negb_or => /andP [ne xS]; rewrite e // /upd (negbTE ne).
Qed.

(* a sum over letters is a sum over the numbers of their tuples *)
Lemma sum_encode (l : seq letter) (G : nat -> R) : uniq l -> forall r, wf n r ->
  esum n r l (fun r' => G (encode (map fst l) (map r' l))) = \sum_(0 <= k < sizes (map fst l)) G k.
Proof.
elim: l G => [|i l ih] G /=; first by move=> _ r _; rewrite big_nat1.
case/andP => il u r w; rewrite -sum_mul; apply: eq_big_nat => k /andP [_ lt].
rewrite -(ih _ u (upd r i k)); last exact: wf_upd.
apply: esum_cong_wf => [|r' _ e]; first exact: wf_upd.
by rewrite e // /upd eqxx.
Qed.
End Radix.

(* ---- the value of an expanded polynomial ---- *)
Section Value.
Variables (R : realFieldType) (n : nat -> nat) (T : nat -> seq nat -> R) (D : seq declaration).
Variables (sg : nat -> seq nat) (im : letter -> seq letter).
Hypothesis im_fits : forall x, map fst (im x) = sg x.1.
Hypothesis T_delta : forall k l, T 0%N [:: k; l] = (k == l)%:R.
Hypothesis T_size : forall a, T (size_tensor a) [::] = (n a)%:R.

Definition n_of (a : nat) : nat := sizes n (sg a).
Definition code_of (r : env) (x : letter) : nat := encode n (sg x.1) (map r (im x)).
Fixpoint decodes (A v : seq nat) : seq nat :=
  match A, v with a :: A', k :: v' => decode n (sg a) k ++ decodes A' v' | _, _ => v end.
Definition T_of (t : nat) (v : seq nat) : R :=
  if t == 0%N then (nth 0%N v 0 == nth 0%N v 1)%:R
  else if odd t then (n_of t./2)%:R else T t (decodes (d_alphabets (decl D t)) v).

Lemma im_fit r x : wf n r -> fits n (sg x.1) (map r (im x)).
Proof. by move=> w; apply: fitsP. Qed.

Lemma code_wf r : wf n r -> wf n_of (code_of r).
Proof. by move=> w x; apply: encode_lt; apply: im_fit. Qed.

Lemma zip_eq (l l' : seq letter) r : size l = size l' ->
  eatoms T r [seq (0%N, [:: p.1; p.2]) | p <- zip l l'] = (map r l == map r l')%:R.
Proof.
elim: l l' => [|x l ih] [|y l'] //=; first by rewrite /eatoms big_nil.
case=> /ih {}ih; rewrite eatoms_cons ih /= T_delta eqseq_cons.
by case: (r x == r y); rewrite ?mul1r ?mul0r.
Qed.

Lemma sizes_eq A r : eatoms T r [seq (size_tensor b, [::]) | b <- A] = (sizes n A)%:R.
Proof.
by elim: A => [|a A ih] /=; [rewrite /eatoms big_nil|rewrite eatoms_cons ih /= T_size natrM].
Qed.

Lemma decodes_codes r l : wf n r -> decodes (map fst l) (map (code_of r) l) = map r (images im l).
Proof.
move=> w; elim: l => //= x l ih.
by rewrite ih /code_of decode_encode ?map_cat //; apply: im_fit.
Qed.

Lemma expand_atom_ok r r' a : wf n r -> ok_expand_atom D a ->
  (forall x, x \in a.2 -> r' x = code_of r x) ->
  eatoms T r (expand_atom sg im a) = T_of a.1 (map r' a.2).
Proof.
case: a => t l w ok e; have el : map r' l = map (code_of r) l by apply/eq_in_map.
rewrite /= el {e el r'}; case: t ok => [|t] /=.
  case: l => [|x [|y [|z l]]] //= /eqP al; rewrite /T_of /= zip_eq; last first.
    by rewrite -(size_map fst) im_fits al -im_fits size_map.
  congr (_%:R); congr nat_of_bool; apply/eqP/eqP; first by rewrite /code_of al => ->.
  by rewrite /code_of -al; apply: encode_inj; [|rewrite al]; apply: im_fit.
rewrite /T_of /=; case o: (odd t) => /eqP e; last by rewrite e sizes_eq.
rewrite /= in e; rewrite -e.
by rewrite decodes_codes // eatoms_cons /eatoms big_nil mulr1.
Qed.

Lemma expand_atoms_ok r r' A : wf n r -> all (ok_expand_atom D) A ->
  (forall x, x \in letters_of A -> r' x = code_of r x) ->
  eatoms T r (flatten (map (expand_atom sg im) A)) = eatoms T_of r' A.
Proof.
move=> w; elim: A => [|a A ih] /=; first by rewrite /eatoms !big_nil.
case/andP => oa oA e; rewrite eatoms_cat eatoms_cons ih // => [|x xA].
  by rewrite (@expand_atom_ok r r' a) // => x xa; apply: e; rewrite mem_cat xa.
by apply: e; rewrite mem_cat xA orbT.
Qed.

Lemma expand_sum (X : seq letter) (F F' : env -> R) S : uniq (images im S) ->
  all (fun x => (x \in S) || all (fun z => z \notin images im S) (im x)) X ->
  (forall r r', wf n r -> (forall x, x \in X -> r' x = code_of r x) -> F r = F' r') ->
  forall r r', wf n r -> (forall x, x \in X -> x \notin S -> r' x = code_of r x) ->
  esum n r (images im S) F = esum n_of r' S F'.
Proof.
move=> + + FF; elim: S => [|i S ih] /=.
  by move=> _ _ r r' w h; apply: FF => // x xX; apply: h.
rewrite /images /= -/(images im S) cat_uniq => /and3P [ui /hasPn no uS] /allP al r r' w h.
have al' : all (fun x => (x \in S) || all (fun z => z \notin images im S) (im x)) X.
  apply/allP => x xX; have := al x xX; rewrite inE; case: (x =P i) => [-> _|_ /=].
    case: (i \in S) => //=; apply/allP => z zi; apply/negP => zS.
    by have := no z zS; rewrite /= zi.
  case: (x \in S) => //= /allP d; apply/allP => z /d; rewrite mem_cat => /norP [] //.
rewrite esum_cat.
pose G k := esum n_of (upd r' i k) S F'.
transitivity (esum n r (im i) (fun r2 => G (encode n (map fst (im i)) (map r2 (im i))))).
  apply: esum_cong_wf => // r2 w2 e; apply: ih => // x xX xS; rewrite /upd.
  case: (x =P i) => [->|/eqP ne]; first by rewrite /code_of im_fits.
  rewrite h // ?inE ?negb_or ?ne //; congr encode; apply/eq_in_map => z zx; rewrite e //.
  have := al x xX; rewrite inE (negbTE ne) (negbTE xS) /= => /allP /(_ z zx).
  by rewrite mem_cat => /norP [].
by rewrite sum_encode // im_fits.
Qed.

Theorem expand_poly_ok r r' p : wf n r -> ok_expand D im p -> (forall x, x \in free p -> r' x = code_of r x)
  ->
  epoly n T r (expand_poly sg im p) = epoly n_of T_of r' p.
Proof.
move=> w /allP ok e; rewrite /epoly big_map; apply: eq_big_seq => a ap; congr (_ * _).
have /and3P [u oa al] := ok a ap; rewrite /emono /=.
apply: (@expand_sum (letters_of a.2.2)) => // [r1 r1' w1 e1|x xA xS]; first exact: expand_atoms_ok.
apply: e; apply/flattenP; exists [seq x <- letters_of a.2.2 | x \notin a.2.1].
  by apply/mapP; exists a.
by rewrite mem_filter xS.
Qed.

(* tensors over alphabets that stay are the same ones *)
Lemma decodes_id A v : all (fun a => sg a == [:: a]) A -> decodes A v = v.
Proof. by elim: A v => [|a A ih] [|k v] //= /andP [/eqP -> /ih ->] /=; rewrite divn1. Qed.

Lemma T_of_id t v : plain t -> all (fun a => sg a == [:: a]) (d_alphabets (decl D t)) -> T_of t v = T t v.
Proof. by case/andP => t0 ot al; rewrite /T_of (negbTE t0) (negbTE ot) decodes_id. Qed.

(* whatever numbers are given to letters of products, their components have them *)
Definition spread (r r' : env) (Q : seq letter) : env :=
  foldr (fun x r => updl r (im x) (decode n (sg x.1) (r' x))) r Q.

Lemma spread_out r r' Q z : z \notin images im Q -> spread r r' Q z = r z.
Proof.
elim: Q => //= x Q ih; rewrite /images /= mem_cat => /norP [zx /ih e].
by rewrite /updl (negbTE zx) e.
Qed.

Lemma size_decode A k : size (decode n A k) = size A.
Proof. by elim: A k => //= a A ih k; rewrite ih. Qed.

Lemma spread_in r r' Q x : uniq (images im Q) -> wf n_of r' -> x \in Q -> code_of (spread r r' Q) x = r' x.
Proof.
move=> + w'; elim: Q => //= y Q ih; rewrite /images /= -/(images im Q) cat_uniq => /and3P [uy /hasPn no uQ].
rewrite inE; case: (x =P y) => [-> _|_ /= xQ].
  rewrite /code_of map_updl ?encode_decode //; last by rewrite size_decode -im_fits size_map.
  exact: w'.
rewrite -(ih uQ xQ) /code_of; congr encode; apply/eq_in_map => z zx; rewrite /updl.
have zQ : z \in images im Q by apply/flattenP; exists (im x) => //; apply: map_f.
by have := no z zQ; rewrite /= => /negbTE ->.
Qed.

Lemma spread_wf r r' Q : wf n r -> wf n_of r' -> wf n (spread r r' Q).
Proof.
move=> w w'; elim: Q => //= y Q ih x; rewrite /updl; case: ifP => // xy.
have f : fits n (sg y.1) (decode n (sg y.1) (r' y)) by apply: decode_fits; apply: w'.
have ix : (index x (im y) < size (im y))%N by rewrite index_mem.
have := fits_nth f; rewrite -im_fits => /(_ (index x (im y))); rewrite size_map => /(_ ix).
by rewrite (nth_map i0) // nth_index.
Qed.
End Value.
