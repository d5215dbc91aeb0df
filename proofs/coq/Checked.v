(* What the checker accepts holds: over every ordered field and all finite nonempty alphabets, of all tensors
   that are as they are declared. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent Certificate Checker Soundness.
From Pmlsym Require Import Extensions Enlarge Same Terms Application Convex.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Sound.
Variables (R : realFieldType).
Implicit Types (n : nat -> nat) (T : nat -> seq nat -> R) (B : seq nat -> R).
Definition archimedean : Prop := forall x : R, exists k : nat, x <= k%:R.

(* the functions of terms *)
Variable F : nat -> R -> R -> R -> R.
Hypothesis sub : all_sublinear F.

(* what is assumed is any property P of alphabets and tensors that new tensors, and more letters of an alphabet of which
   nothing speaks, do not change *)
Local Notation property := ((nat -> nat) -> (nat -> seq nat -> R) -> Prop).
Definition stable D A L (P : property) : Prop :=
  (forall n T t B, fresh t A L -> good n T D -> as_declared n (decl D t) B -> P n T -> P n (updT T t B)) /\
  (forall n T J m, new_alphabet D J A L -> (n J <= m)%N -> (forall a, 0 < n a)%N -> good n T D -> P n T ->
    P (more J m n) (@grown R D J m n T)).
(* what is known of the terms ts that are there *)
Definition gives ts D C r0 L K (P : property) : Prop :=
  forall n T, wf n r0 -> good n T D -> P n T ->
  [/\ every (valid n T C r0) K, every (rule_holds n T F r0) L & terms_hold n T F ts].

Lemma wf_pos n r : wf n r -> forall a, (0 < n a)%N.
Proof. by move=> w a; apply: leq_trans (w (a, 0%N)). Qed.

Lemma stable_more D A L P H C r0 r : stable D A L P ->
  stable D (rcons A H) L (fun n T => [/\ P n T, wf n r0, wf n r & valid n T C r H]).
Proof.
move=> [sP sN]; split=> [n T t B /and3P [pt + fL] g gB [m w0 w v]|n T J k new nk n0 g [m w0 w v]].
  rewrite all_rcons => /andP [tF fA]; split=> //; first by apply: sP => //; apply/and3P.
  by apply: valid_T v; apply: updT_out.
have [/andP [_ av] new'] : true && avoids D J H.2 /\ new_alphabet D J A L.
  by case/and3P: new => + h2 h3; rewrite all_rcons => /andP [av h4]; split=> //; apply/and3P.
split; [exact: sN|exact: more_wf|exact: more_wf|exact: (grown_valid w av v)].
Qed.

(* a further term is what it is, and so it stays *)
Lemma stable_entry D A L P t : stable D A L P ->
  stable D (A ++ facts_of_terms [:: t]) L (fun n T => [/\ P n T, forall a, (0 < n a)%N & terms_hold n T F [:: t]]).
Proof.
move=> [sP sN]; split=> [n T s B /and3P [pt + fL] g gB [m n0 th]|n T J k new nk n0 g [m _ th]].
  rewrite all_cat => /andP [fA ft]; split=> //; first by apply: sP => //; apply/and3P.
  by apply: (terms_apart _ ft th) => u v ne; rewrite /updT (negbTE ne).
have /and3P [+ nD nL] := new; rewrite all_cat => /andP [aA at_]; split.
- by apply: sN => //; apply/and3P.
- exact: more0.
by apply: grown_terms at_ th => x; exact: n0.
Qed.

Lemma rules_more C L s st c r r0 n T : check_inside C L s st c -> agree C r r0 ->
  every (rule_holds n T F r0) L -> every (rule_holds n T F r) L.
Proof.
move=> /and5P [_ _ _ _ /andP [_ al]] ag; apply: every_imp al => H /allP al h n' T' r1 g w th sa st' sl.
by apply: h => // x xs; rewrite -ag ?sl //; apply: al.
Qed.

Lemma valid_all_more n T (C C' : seq letter) r r0 K : agree C r r0 -> every (valid n T C r0) K ->
  every (valid n T (C' ++ C) r) K.
Proof. by move=> ag; elim: K => //= H K ih [v /ih]; split=> //; apply: valid_more v. Qed.

(* without rows: what a row says holds for large N alone (Eventually.v) *)
Theorem check_ok L D fuel p : (enlarges p -> archimedean) -> forall ts C r0 A K goal P, ~~ has_row p ->
  stable D A L P -> gives ts D C r0 L K P -> check_with ts L D C fuel A K p goal ->
  forall n T, wf n r0 -> good n T D -> P n T -> valid n T C r0 goal.
Proof.
elim: p => [|c p ih|st c s p1 ih1 p2 ih2 p ih|i p ih|l p ih|e p ih|c st p ih|i p ih|l p ih|t p ih] ar ts C r0 A K goal P
  /= nr sP gP.
- case/andP => im sc n T w0 g m r w ag; apply/(states_ok goal.1 g w sc).
  apply: implied_ok im _; rewrite -nth_last; have [kP _ _] := gP n T w0 g m.
  exact: (known_nth kP).
- case/andP => ok; apply: (ih ar ts C r0 A _ goal P nr sP) => n T w0 g m; have [kP lP tP] := gP n T w0 g m; split=> //.
  by apply/every_rcons; split=> //; apply: (combine_ok g (known_nth kP) ok).
- case/norP: nr => n1 /norP [n2 nr]; case/and4P => ci k1 k2.
  have ar1 : enlarges p1 -> archimedean by move=> h; apply: ar; rewrite /= h.
  have ar2 : enlarges p2 -> archimedean by move=> h; apply: ar; rewrite /= h orbT.
  have ar3 : enlarges p -> archimedean by move=> h; apply: ar; rewrite /= h !orbT.
  apply: (ih ar3 ts C r0 A _ goal P nr sP) => n T w0 g m.
  have [kP lP tP] := gP n T w0 g m; split=> //; apply/every_rcons; split=> // r w ag.
  have [r' [w' ag' est same]] := inside_ok R w ci.
  have ag0 : agree C r' r0 by move=> x xC; rewrite ag' ?ag.
  rewrite -est; set C' := map snd s ++ C in k1 k2 same.
  have gP' H : gives ts D C' r' L (rcons K H) (fun n T => [/\ P n T, wf n r0, wf n r' & valid n T C' r' H]).
    move=> n' T' w2 g' [m' w0' _ v]; have [kP' lP' tP'] := gP n' T' w0' g' m'; split=> //; last exact: rules_more ci ag0
      lP'.
    by apply/every_rcons; split=> //; apply: valid_all_more kP'.
  have here : agree C' r' r' by [].
  case: (ltP 0 (epoly n T r' c)) => [lt|ge].
    apply: (ih1 ar1 ts _ _ _ _ _ _ n1 (stable_more _ _ _ _ sP) (gP' (Gt, c)) k1 n T w' g _ r' w' here); split=> // r2 w2 ag2.
    by rewrite /= same.
  apply: (ih2 ar2 ts _ _ _ _ _ _ n2 (stable_more _ _ _ _ sP) (gP' (Ge, negp c)) k2 n T w' g _ r' w' here).
  by split=> // r2 w2 ag2; rewrite /= negp_ok same // oppr_ge0.
- case/andP => ci ck n T w0 g m; have [fr gB def back_] := indicate_ok r0 g ci; set B := indicate_value _ _ _ _ in gB def back_.
  apply: back_; apply: (ih ar ts _ _ _ _ _ _ nr (@stable_more _ _ _ _ _ C r0 r0 sP) _ ck n) => [n' T' _ g' [m' w' _ v]| | |] //.
  + by have [kP lP tP] := gP n' T' w' g' m'; split=> //; apply/every_rcons.
  + by apply: good_updT => //; case/and3P: fr.
  by split=> //; apply: sP.1.
- case/andP => cl; apply: (ih ar ts C r0 A _ goal P nr sP) => n T w0 g m; have [kP lP tP] := gP n T w0 g m; split=> //.
  apply/every_rcons; split=> //; apply: (limit_ok g m (sP.1 n) _ cl) => T' g' m'; by have [] := gP n T' w0 g' m'.
- case/and3P => ce _ ck n T w0 g m; have [kP lP tP] := gP n T w0 g m.
  have [fr gB def back_] := extension_ok g kP w0 ce; set B := extension_value _ _ _ _ in gB def back_.
  apply: back_; apply: (ih ar ts _ _ _ _ _ _ nr (@stable_more _ _ _ _ _ C r0 r0 sP) _ ck n) => [n' T' _ g' [m' w' _ v]| | |] //.
  + by have [kP' lP' tP'] := gP n' T' w' g' m'; split=> //; apply/every_rcons.
  + by apply: good_updT => //; case/and3P: fr.
  by split=> //; apply: sP.1.
- case/norP: nr => nc nr; case/andP => ca; apply: (ih ar ts C r0 A _ goal P nr sP) => n T w0 g m.
  have [kP lP tP] := gP n T w0 g m; split=> //; apply/every_rcons; split=> //; apply: (convex_ok g kP sub tP ca) => t.
  by move=> e; rewrite e in nc.
- case/andP => ca; apply: (ih ar ts C r0 A _ goal P nr sP) => n T w0 g m; have [kP lP tP] := gP n T w0 g m; split=> //.
  by apply/every_rcons; split=> //; exact: (application_ok g kP sub tP lP ca).
- case/and3P => ce _ ck n T w0 g m; have [kP lP tP] := gP n T w0 g m; have n0 := wf_pos w0.
  have /and5P [new ng _ _ _] := ce; set J := l_alphabet l in new ng.
  have [k [nk hk]] := enough (ar isT) [:: epoly n T r0 (nth F0 K (l_number l)).2] (l_room l) (n J).
  apply: (valid_grown nk ng).
  apply: (ih (fun _ => ar isT) ts _ _ _ _ _ _ nr (@stable_more _ _ _ _ _ C r0 r0 sP) _ ck) => [n' T' _ g' [m' w' _ v]| | |].
  + by have [kP' lP' tP'] := gP n' T' w' g' m'; split=> //; apply/every_rcons.
  + exact: more_wf.
  + exact: (grown_good new).
  split; [exact: (sP.2 _ _ _ _ new)|exact: more_wf|exact: more_wf|].
  by apply: (enlarged_valid w0 kP ce nk) => q0; apply: hk; rewrite ?mem_head.
case/andP => /and3P [okt fr /andP [ng _]] ck n T w0 g m; have n0 := wf_pos w0.
have gT := with_terms_good r0 F okt g; have tT := @with_terms_hold _ n r0 F _ _ _ T okt.
apply: (@valid_with_terms _ n r0 F [:: t]); first by rewrite /= andbT.
apply: (ih ar (rcons ts t) _ _ _ _ _ _ nr (stable_entry t sP) _ ck n) => // [n' T' w' g' [m' _ t']|].
  by have [kP lP tP] := gP n' T' w' g' m'; split=> //; case: t' => t' _; apply/every_rcons.
by split=> //; apply: sP.1 => //; case: gT => _ _ gt; have := gt (ct_tensor t); rewrite /= /updT eqxx.
Qed.

(* what a certificate assumes: its facts and rules, and what its terms are *)
Definition assumed ts L C r0 A n T : Prop :=
  [/\ wf n r0, every (valid n T C r0) A, every (rule_holds n T F r0) L & terms_hold n T F ts].

Lemma assumed_stable ts L D C r0 A : stable D (A ++ facts_of_terms ts) L (assumed ts L C r0 A).
Proof.
split=> [n T' t B /and3P [pt + fL] g' gB [w0 m' l' t']|n T' J m new nm n0 g' [w0 mA l' t']].
  rewrite all_cat => /andP [fA ft]; split=> //.
  - exact: (facts_updT B fA m').
  - apply: every_imp fL l' => H no h n' T2 r1 g1 w1 th sa st sl.
    by apply: h => // s ss v; rewrite st // /updT; case: eqP => // e; rewrite -e ss in no.
  by apply: (terms_apart _ ft t') => u v ne; rewrite /updT (negbTE ne).
have /and3P [+ _ _] := new; rewrite all_cat => /andP [aA at_]; split.
- exact: more_wf.
- by apply: every_imp aA mA => H av; apply: (grown_valid w0 av).
- exact: (grown_rules m new l').
by apply: grown_terms at_ t' => x; exact: n0.
Qed.

(* what a certificate proves from facts and rules *)
Theorem checked_with ts L D C r0 fuel A p goal : (enlarges p -> archimedean) -> ~~ has_row p ->
  check_with ts L D C fuel (A ++ facts_of_terms ts) A p goal -> forall n T, wf n r0 -> good n T D ->
  every (valid n T C r0) A -> every (rule_holds n T F r0) L -> terms_hold n T F ts -> valid n T C r0 goal.
Proof.
move=> ar nr ck n T w0 g m lV tV.
by apply: (check_ok ar nr (@assumed_stable ts L D C r0 A) _ ck w0 g) => // n' T' _ g' [w' mA l' t'].
Qed.
End Sound.

(* without rules and terms: the hypotheses are the first known facts *)
Definition linear (R : realFieldType) (f : nat) (o a b : R) : R := (at_one_of f o)%:~R * a.
Lemma linear_sub (R : realFieldType) : all_sublinear (@linear R).
Proof.
by move=> f o; split=> [v a b _|b|a|a b c d _ _ _ _]; rewrite /linear ?mulr0 // ?mulrDr // mulrCA.
Qed.

(* from facts and laws *)
Corollary checked (R : realFieldType) n D C r0 fuel A S p goal : check D C fuel A S p goal ->
  forall T : nat -> seq nat -> R, good n T D -> models n D C r0 T A S -> valid n T C r0 goal.
Proof.
move=> /and3P [/andP [nr ne] laws ck] T g [mA mS] r w ag.
have ar : enlarges p -> archimedean R by rewrite (negbTE ne).
have c := @checked_with R (@linear R) (@linear_sub R) [::] (map (rule_of D C) S) D C r fuel A p goal ar nr.
rewrite /= cats0 in c; apply: (c ck n T w g) => //.
  by elim: (A) mA => //= H A' ih [v /ih]; split=> //; apply: (@valid_more _ _ C [::] _ _ _ _ ag).
elim: (S) mS laws => //= s S' ih [v /ih {}ih] /andP [ok /ih]; split=> //; apply: (law_holds w g ok) => B gB cs.
have back G : valid n (updT T (parameter s) B) C r G -> valid n (updT T (parameter s) B) C r0 G.
  by move=> h r1 w1 ag1; apply: h => // x xC; rewrite ag1 ?ag.
apply: (@valid_more _ _ C [::] _ _ _ _ ag); apply: v => //.
by elim: (conditions s) cs => //= G Gs ihg [/back vG /ihg].
Qed.
