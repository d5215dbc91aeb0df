(* Facts, schemas and what tensors declare, as facts (pmlsym/calculus/sequent.py).

   A fact is  p >= 0, p > 0 or p = 0  for all letters outside a list C of constants. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Pmlsym Require Import Polynomial Tensor NormalForm.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

Inductive rel := Ge | Gt | Eq.
Definition is_eq (q : rel) := if q is Eq then true else false.
Definition is_gt (q : rel) := if q is Gt then true else false.
Definition implied (q q' : rel) : bool :=
  match q', q with Ge, _ => true | Gt, Gt => true | Eq, Eq => true | _, _ => false end.
Definition fact := (rel * poly)%type.
Definition F0 : fact := (Eq, [::]).

(* for every tensor in place of the parameter that its declaration allows and that satisfies the
   conditions, the conclusion *)
Record schema := Schema { parameter : nat; conditions : seq fact; conclusion : fact }.

(* A function of convex terms: 0 is u log u, 1 is max(u - 1, 0), and from 2 on it is the power whose order is a
   polynomial over a number. *)
Definition function := (nat * (poly * nat))%type.
Definition order_of (f : function) : poly := f.2.1.
Definition numeral (k : int) : poly := [:: (k, ([::], [::]))].
Definition u_log_u : function := (0%N, ([::], 1%N)).
Definition u_excess : function := (1%N, ([::], 1%N)).
Definition u_power (p : poly) (d : nat) : function := (2%N, (p, d)).
Definition u_square : function := u_power (numeral 2) 1.
Definition u_root : function := u_power (numeral 1) 2.    (* - sqrt u: below order 1 a power is - u^order *)

(* A convex term: at letters, the tensor is F(a / d, b / d) for a function F. *)
Record convex_term := ConvexTerm { ct_tensor : nat; ct_function : function; ct_letters : seq letter;
  ct_a : poly; ct_b : poly; ct_denominator : nat }.
Definition ct_arguments (t : convex_term) : poly := ct_a t ++ ct_b t ++ order_of (ct_function t).

(* A rule: for all alphabets, tensors that are as r_declarations say, and letters, the conclusion follows
   from the premises; but those alphabets, tensors and letters that are shared are those around it.
   A letter of r_constants is the same one in all facts. Its terms are what they are of the others. *)
Record rule := Rule { r_declarations : seq declaration; r_constants : seq letter; r_terms : seq convex_term;
  shared_alphabets : seq nat; shared_tensors : seq nat; shared_letters : seq letter;
  premises : seq fact; r_conclusion : fact }.

(* what tensors declare, built in *)
Inductive kind := Nonneg | Posit | AtMost | SizeGe.
Definition is_size (a : atom) : bool := odd a.1 && (a.2 == [::]).
Definition declared (k : kind) (a : atom) : fact :=
  match k with
  | Nonneg => (Ge, [:: (Posz 1, ([::], [:: a]))])
  | Posit => (Gt, [:: (Posz 1, ([::], [:: a]))])
  | AtMost => (Ge, [:: (Posz 1, ([::], [::])); (Negz 0, ([::], [:: a]))])
  | SizeGe => (Ge, [:: (Negz 0, ([::], [::])); (Posz 1, ([::], [:: a]))])
  end.
Definition ok_places (d : declaration) : bool :=
    all (fun k => (k < size (d_alphabets d))%N) (d_stochastic d).
Definition ok_declared (D : seq declaration) (k : kind) (a : atom) : bool :=
  match k with
  | Nonneg => [|| isSome (is_delta a), is_size a | is_nonnegative (decl D a.1) && typed D a]
  | Posit => is_size a || (d_positive (decl D a.1) && typed D a)
  | AtMost => isSome (is_delta a) || [&& is_at_most_one (decl D a.1), ok_places (decl D a.1) &
    typed D a]
  | SizeGe => is_size a
  end.

Fixpoint every (A : Type) (P : A -> Prop) (s : seq A) : Prop :=
  if s is x :: s' then P x /\ every P s' else True.

Lemma every_cat (A : Type) (P : A -> Prop) s s' : every P (s ++ s') <-> every P s /\ every P s'.
Proof. by elim: s => /= [|x s ih]; [split=> [|[]] | rewrite ih; split=> [[? [? ?]]|[[? ?] ?]]]. Qed.

Lemma every_rcons (A : Type) (P : A -> Prop) s x : every P (rcons s x) <-> every P s /\ P x.
Proof. by rewrite -cats1 every_cat /=; split=> [[? [? _]]|[? ?]]. Qed.

Lemma every_nth (A : Type) (P : A -> Prop) x0 s k : P x0 -> every P s -> P (nth x0 s k).
Proof. by move=> h; elim: s k => [|x s ih] [|k] //= []// _ /ih. Qed.

Lemma every_imp (A : Type) (P Q : A -> Prop) (b : pred A) s :
  (forall x, b x -> P x -> Q x) -> all b s -> every P s -> every Q s.
Proof. by move=> h; elim: s => //= x s ih /andP [bx bs] [px ps]; split; [apply: h|apply: ih]. Qed.

Section Meaning.
Variables (R : realFieldType) (n : nat -> nat) (T : nat -> seq nat -> R).
Local Notation wf := (wf n).
Local Notation esum := (@esum R n).
Local Notation eatoms := (@eatoms R T).
Local Notation emono := (@emono R n T).
Local Notation epoly := (@epoly R n T).
Definition holds (q : rel) (v : R) : Prop :=
  match q with Ge => 0 <= v | Gt => 0 < v | Eq => v = 0 end.
Definition agree (C : seq letter) (r r0 : env) := forall x, x \in C -> r x = r0 x.
Definition valid (C : seq letter) (r0 : env) (F : fact) :=
  forall r, wf r -> agree C r r0 -> holds F.1 (epoly r F.2).

(* whatever the functions are, the tensors of the table are these functions of their arguments *)
Definition order_at (r : env) (f : function) : R := epoly r (order_of f) / f.2.2%:R.
Definition terms_hold (F : nat -> R -> R -> R -> R) (ts : seq convex_term) : Prop :=
  every (fun t => forall r, wf r -> T (ct_tensor t) (map r (ct_letters t))
    = F (ct_function t).1 (order_at r (ct_function t)) (epoly r (ct_a t) / (ct_denominator t)%:R)
        (epoly r (ct_b t) / (ct_denominator t)%:R)) ts.

End Meaning.

(* a rule, where the functions of terms are F *)
Definition rule_holds (R : realFieldType) (n : nat -> nat) (T : nat -> seq nat -> R) (F : nat -> R -> R -> R -> R) (r0 : env)
    (Q : rule) : Prop :=
  forall (n' : nat -> nat) (T' : nat -> seq nat -> R) (r1 : env),
  good n' T' (r_declarations Q) -> wf n' r1 -> terms_hold n' T' F (r_terms Q) ->
  (forall a, a \in shared_alphabets Q -> n' a = n a) ->
  (forall t, t \in shared_tensors Q -> forall v, T' t v = T t v) ->
  (forall x, x \in shared_letters Q -> r1 x = r0 x) ->
  every (valid n' T' (r_constants Q) r1) (premises Q) -> valid n' T' (r_constants Q) r1 (r_conclusion Q).

Section Sound.
Context {R : realFieldType} {n : nat -> nat} {T : nat -> seq nat -> R}.
Local Notation wf := (wf n).
Local Notation esum := (@esum R n).
Local Notation eatoms := (@eatoms R T).
Local Notation emono := (@emono R n T).
Local Notation epoly := (@epoly R n T).
Local Notation fits := (fits n).
Local Notation psum := (psum n).
Local Notation valid := (@valid R n T).
Lemma holds_ge0 q (v : R) : holds q v -> 0 <= v.
Proof. by case: q => //= [/ltW|->]. Qed.

Lemma holds_scale q (c v : R) : 0 < c -> holds q (c * v) <-> holds q v.
Proof.
move=> c0; case: q => /=; rewrite ?pmulr_rge0 ?pmulr_rgt0 //; split=> [/eqP|->];
  last by rewrite mulr0.
by rewrite mulf_eq0 gt_eqF //= => /eqP.
Qed.

Lemma implied_ok q q' (v : R) : implied q q' -> holds q v -> holds q' v.
Proof. by case: q; case: q' => //= _; [move/ltW|move=> ->]. Qed.

Variable D : seq declaration.
Hypothesis G : good n T D.
Local Notation typed := (typed D).
Local Notation ok_declared := (ok_declared D).
Local Notation als t := (d_alphabets (decl D t)).
Lemma decl_ge0 t v : is_nonnegative (decl D t) -> fits (als t) v -> 0 <= T t v.
Proof.
case/or3P => h f; first exact: t_ge0 (g_decl G t) _ h f.
  exact/ltW/(t_gt0 (g_decl G t) h f).
exact/idem_ge0/(t_ind (g_decl G t) h f).
Qed.

Lemma decl_le1 t v : is_at_most_one (decl D t) -> ok_places (decl D t) -> fits (als t) v ->
    T t v <= 1.
Proof.
move=> + ok f; case/or3P => h; first exact: t_le1 (g_decl G t) _ h f.
  exact/idem_le1/(t_ind (g_decl G t) h f).
case/andP: h => st nn; rewrite -(t_sum (g_decl G t) st f); apply: psum_ge => // w.
exact: decl_ge0.
Qed.

Lemma is_sizeP r a : is_size a -> T a.1 (map r a.2) = (n a.1./2)%:R.
Proof.
case: a => t l /andP [/= o /eqP ->]; rewrite -(g_size G) /size_tensor; congr (T _ _).
by rewrite -[LHS]odd_double_half o.
Qed.

Lemma declared_ok r k a : wf r -> ok_declared k a ->
    holds (declared k a).1 (epoly r (declared k a).2).
Proof.
move=> w.
have size1 : is_size a -> 1 <= T a.1 (map r a.2).
  move=> h; rewrite is_sizeP // ler1n; exact: leq_ltn_trans (leq0n _) (w (a.1./2, 0%N)).
have e1 (c : int) : epoly r [:: (c, ([::], [:: a]))] = c%:~R * T a.1 (map r a.2).
  by rewrite /epoly big_seq1 /emono /= /eatoms big_seq1.
have e2 (c d : int) : epoly r [:: (c, ([::], [::]));
  (d, ([::], [:: a]))] = c%:~R + d%:~R * T a.1 (map r a.2).
  by rewrite /epoly big_cons big_seq1 /emono /= /eatoms big_nil big_seq1 mulr1.
have dl : is_delta a -> exists b : bool, T a.1 (map r a.2) = b%:R.
  case e: (is_delta a) => [[x y]|] // _; rewrite (is_deltaP e) /= (g_delta G).
  by exists (r x == r y).
case: k => /=; rewrite ?e1 ?e2 ?mul1r ?mulN1r.
- case/or3P => [/dl [b ->]|/size1|/andP [h ty]]; first exact: ler0n.
    exact/le_trans/ler01.
  by apply: decl_ge0 => //; apply: typed_fits.
- case/orP => [/size1|/andP [h ty]]; first exact/lt_le_trans/ltr01.
  by apply: t_gt0 (g_decl G _) _ h _; apply: typed_fits.
- rewrite subr_ge0; case/orP => [/dl [b ->]|/and3P [h ok ty]]; first by case: b; rewrite ?ler01.
  by apply: decl_le1 => //; apply: typed_fits.
- by move/size1; rewrite addrC subr_ge0.
Qed.

End Sound.
