(* What the checker accepts holds: over every ordered field and all finite nonempty alphabets, of all tensors
   that are as they are declared. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent Certificate Checker Soundness.
From Pmlsym Require Import Extensions Application Convex.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Section Sound.
Variables (R : realFieldType) (n : nat -> nat).
Implicit Types (T : nat -> seq nat -> R) (B : seq nat -> R).

(* the functions of terms, and the table of terms *)
Variables (F : nat -> R -> R -> R) (ts : seq convex_term).
Hypothesis sub : forall f, sublinear (F f) (at_one f).

(* what is assumed is any property P of the tensors that new ones do not change *)
Definition stable D A S L (P : (nat -> seq nat -> R) -> Prop) : Prop :=
  forall T t B, fresh t A S L -> good n T D -> as_declared n (decl D t) B -> P T -> P (updT T t B).
Definition gives D C r0 S L K (P : (nat -> seq nat -> R) -> Prop) : Prop :=
  forall T, good n T D -> P T ->
  [/\ every (valid n T C r0) K, every (svalid n D C r0 T) S, every (rule_holds n T r0) L & terms_hold n T F
    ts].

Lemma stable_more D A S L P H C r0 : stable D A S L P ->
  stable D (rcons A H) S L (fun T => P T /\ valid n T C r0 H).
Proof.
move=> sP T t B /and4P [pt + fS fL] g gB [m v]; rewrite all_rcons => /andP [tF fA].
split; first by apply: sP => //; apply/and4P.
by apply: valid_T v; apply: updT_out.
Qed.

Lemma rules_more C S L s st c r r0 T : check_inside C S L s st c -> agree C r r0 ->
  every (rule_holds n T r0) L -> every (rule_holds n T r) L.
Proof.
move=> /and5P [_ _ _ _ /and3P [_ _ al]] ag; apply: every_imp al => H /allP al h n' T' r1 g w sa st' sl.
by apply: h => // x xs; rewrite -ag ?sl //; apply: al.
Qed.

(* without rows: what a row says holds for large N alone (Eventually.v) *)
Theorem check_ok L D fuel p : forall C r0 A S K goal P, ~~ has_row p -> wf n r0 -> stable D A S L P ->
  gives D C r0 S L K P -> check_with ts L D C fuel A S K p goal ->
  forall T, good n T D -> P T -> valid n T C r0 goal.
Proof.
elim: p => [|c p ih|st c s p1 ih1 p2 ih2 p ih|i p ih|i p ih|l p ih|e p ih|c st p ih|i p ih] C r0 A S K goal P /= nr
  w0 sP gP.
- case/andP => im sc T g m r w ag; apply/(states_ok goal.1 g w sc).
  apply: implied_ok im _; rewrite -nth_last; have [kP _ _ _] := gP T g m.
  exact: (known_nth kP).
- case/andP => ok; apply: (ih C r0 A S _ goal P nr w0 sP) => T g m; have [kP sgP lP tP] := gP T g m; split=> //.
  by apply/every_rcons; split=> //; apply: (combine_ok g (known_nth kP) ok).
- case/norP: nr => n1 /norP [n2 nr]; case/and4P => ci k1 k2; apply: (ih C r0 A S _ goal P nr w0 sP) => T g m.
  have [kP sgP lP tP] := gP T g m; split=> //; apply/every_rcons; split=> // r w ag.
  have [r' [[w' ag' est same] more]] := inside_ok R D w ci.
  have ag0 : agree C r' r0 by move=> x xC; rewrite ag' ?ag.
  rewrite -est; set C' := map snd s ++ C in k1 k2 more same.
  have gP' H : gives D C' r' S L (rcons K H) (fun T => P T /\ valid n T C' r' H).
    move=> T' g' [m' v]; have [kP' sgP' lP' tP'] := gP T' g' m'; split=> //; last exact: rules_more ci ag0
      lP'.
      apply/every_rcons; split=> //; elim: (K) kP' => //= H' K' ih' [v' /ih']; split=> //.
      exact: valid_more v'.
    exact: more sgP'.
  have here : agree C' r' r' by [].
  case: (ltP 0 (epoly n T r' c)) => [lt|ge].
    apply: (ih1 _ _ _ _ _ _ _ n1 w' (stable_more sP) (gP' (Gt, c)) k1 T g _ r' w' here); split=> // r2 w2 ag2.
    by rewrite /= same.
  apply: (ih2 _ _ _ _ _ _ _ n2 w' (stable_more sP) (gP' (Ge, negp c)) k2 T g _ r' w' here); split=> // r2 w2 ag2.
  by rewrite /= negp_ok same // oppr_ge0.
- case/andP => ci ck T g m; have [fr gB def back] := indicate_ok r0 g ci; set B := indicate_value _ _ _ _ in gB def back.
  apply: back; apply: (ih _ _ _ _ _ _ _ nr w0 (@stable_more _ _ _ _ _ _ C r0 sP) _ ck) => [T' g' [m' v]||].
  + by have [kP sgP lP tP] := gP T' g' m'; split=> //; apply/every_rcons.
  + by apply: good_updT => //; case/and4P: fr.
  by split=> //; apply: sP.
- case/andP => ci; apply: (ih C r0 A S _ goal P nr w0 sP) => T g m; have [kP sgP lP tP] := gP T g m; split=> //.
  by apply/every_rcons; split=> //; exact: instance_ok g sgP kP ci.
- case/andP => cl; apply: (ih C r0 A S _ goal P nr w0 sP) => T g m; have [kP sgP lP tP] := gP T g m; split=> //.
  apply/every_rcons; split=> //; apply: (limit_ok g m sP _ cl) => T' g' m'; by have [] := gP T' g' m'.
- case/and3P => ce _ ck T g m; have [kP sgP lP tP] := gP T g m.
  have [fr gB def back] := extension_ok g kP w0 ce; set B := extension_value _ _ _ _ in gB def back.
  apply: back; apply: (ih _ _ _ _ _ _ _ nr w0 (@stable_more _ _ _ _ _ _ C r0 sP) _ ck) => [T' g' [m' v]||].
  + by have [kP' sgP' lP' tP'] := gP T' g' m'; split=> //; apply/every_rcons.
  + by apply: good_updT => //; case/and4P: fr.
  by split=> //; apply: sP.
- case/norP: nr => nc nr; case/andP => ca; apply: (ih C r0 A S _ goal P nr w0 sP) => T g m.
  have [kP sgP lP tP] := gP T g m; split=> //; apply/every_rcons; split=> //; apply: (convex_ok g kP sub tP ca) => t.
  by move=> e; rewrite e in nc.
- case/and3P => ca _; apply: (ih C r0 A S _ goal P nr w0 sP) => T g m; have [kP sgP lP tP] := gP T g m; split=> //.
  by apply/every_rcons; split=> //; exact: (application_ok g kP lP ca).
Qed.

(* what a certificate assumes: its facts, laws and rules, and what its terms are *)
Definition assumed L D C r0 A S T : Prop :=
  [/\ models n D C r0 T A S, every (rule_holds n T r0) L & terms_hold n T F ts].

Lemma assumed_stable L D C r0 A S : stable D (A ++ facts_of_terms ts) S L (assumed L D C r0 A S).
Proof.
move=> T' t B /and4P [pt + fS fL] g' gB [m' l' t']; rewrite all_cat => /andP [fA ft]; split.
  - by apply: (@models_updT _ _ D C r0 T' t B A S L) => //; apply/and4P.
  - apply: every_imp fL l' => H no h n' T2 r1 g1 w1 sa st sl.
    by apply: h => // s ss v; rewrite st // /updT; case: eqP => // e; rewrite -e ss in no.
  elim: (ts) ft t' => //= c cs ih /and4P [na nb nt /ih {}ih] [h /ih]; split=> // r w.
  rewrite -!(epoly_T n r (updT_out T' B _)) // -h // /updT; case: eqP => // e.
  by rewrite /tensors_of /= e inE eqxx in nt.
Qed.

(* what a certificate proves from facts, laws and rules *)
Theorem checked_with L D C r0 fuel A S p goal : ~~ has_row p -> wf n r0 ->
  check_with ts L D C fuel (A ++ facts_of_terms ts) S A p goal -> forall T, good n T D -> models n D C r0 T A
    S ->
  every (rule_holds n T r0) L -> terms_hold n T F ts -> valid n T C r0 goal.
Proof.
move=> nr w0 ck T g m lV tV.
apply: (check_ok nr w0 (@assumed_stable L D C r0 A S) _ ck g) => // T' g' [[mA mS] l' t'].
by split.
Qed.
End Sound.

(* without rules and terms: the hypotheses are the first known facts *)
Definition linear (R : realFieldType) (f : nat) (a b : R) : R := if at_one f is Some c then c%:~R * a else 0.
Lemma linear_sub (R : realFieldType) f : sublinear (@linear R f) (at_one f).
Proof.
split=> [v a b _|b|z e a|a b c d _ _ _ _]; rewrite /linear; first by case: at_one => *; rewrite ?mulr0 //
  mulrCA.
- by case: at_one => *; rewrite ?mulr0.
- by rewrite e.
by case: at_one => *; rewrite ?addr0 // mulrDr.
Qed.

Corollary checked (R : realFieldType) n D C r0 fuel A S p goal : check D C fuel A S A p goal ->
  forall T : nat -> seq nat -> R, good n T D -> models n D C r0 T A S -> valid n T C r0 goal.
Proof.
move=> /andP [nr ck] T g [mA mS] r w ag.
have c := @checked_with R n (@linear R) [::] (@linear_sub R) [::] D C r fuel A S p goal nr w.
rewrite /= cats0 in c; apply: (c ck T g) => //; split.
  by elim: (A) mA => //= H A' ih [v /ih]; split=> //; apply: (@valid_more _ _ C [::] _ _ _ _ ag).
elim: (S) mS => //= H S' ih [v /ih]; split=> //; apply: (@svalid_more _ _ D C [::] _ _ _ _ w ag) => //=.
apply/andP; split; first exact/allP.
by elim: (conditions H) => //= G Gs ->; rewrite all_predT.
Qed.
