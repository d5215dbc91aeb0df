(* The rows about powers (ConvexRows.v) hold of powers of every order, which is a number among their arguments, beside
   u log u and max(u - 1, 0), at all arguments that are positive and where the reference is zero. They come from
   exp y >= 1 + y at logarithms of powers over scales, and, where b = 0, from that N^p is small beside N^q. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Pmlsym Require Import Sequent ConvexRows Checker Convex Eventually Functions Entropy Powers.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

(* ---- the rows about powers; p and q are orders less one ---- *)
Section Rows.
Variables (R : rcfType) (ln exp : R -> R).
Hypothesis lnM : forall x y, 0 < x -> 0 < y -> ln (x * y) = ln x + ln y.
Hypothesis ln_le : forall x, 0 < x -> ln x <= x - 1.
Hypothesis exp_gt0 : forall y, 0 < exp y.
Hypothesis lnK : forall y, ln (exp y) = y.
Local Notation F N p := (power ln exp N (1 + p)).
Local Notation expK := (expK lnM ln_le exp_gt0 lnK).
Local Notation expD := (expD lnM ln_le exp_gt0 lnK).

Lemma exp_ge (y : R) : 1 + y <= exp y.
Proof. by have := ln_le (exp_gt0 y); rewrite lnK ler_subr_addr addrC. Qed.
Lemma geometric_exp o a b : 0 < a -> 0 < b -> geometric ln exp o a b = a * exp ((o - 1) * (ln a - ln b)).
Proof.
move=> a0 b0; rewrite /geometric !gt_eqF //= -[X in X * exp _](expK a0) -expD; congr exp; ring.
Qed.
Definition sign_of (p : R) : R := if 0 < p then 1 else - 1.
Lemma sign_is s p : 0 < s * p -> s * s - 1 = 0 -> s = sign_of p.
Proof.
move=> sp /eqP; rewrite subr_eq0 -[X in _ == X](mulr1 1) -!expr2 eqf_sqr /sign_of.
case/orP => /eqP e; move: sp; rewrite e ?mul1r ?mulN1r; first by move=> ->.
by rewrite oppr_gt0 => p0; rewrite ltNge (ltW p0).
Qed.
Lemma above_one (p : R) : (1 < 1 + p) = (0 < p). Proof. by rewrite -subr_gt0 addrAC subrr add0r. Qed.

Lemma at_apart N p a b : 1 <= N -> p != 0 -> 0 < 1 + p -> 0 <= a -> 0 < b -> a <= N * b ->
  F N p a b = sign_of p * geometric ln exp (1 + p) a b.
Proof.
move=> N1 p0 o0 a0 b0 aN; rewrite /power /sign_of above_one.
case: ltP => mp; first by rewrite /on_quadrant a0 (ltW b0) /= /capped_power aN mul1r.
have -> : (0 < 1 + p) && (1 + p < 1).
  by rewrite o0 -subr_gt0 opprD addNKr oppr_gt0 /= lt_neqAle p0.
by rewrite /between /on_quadrant a0 (ltW b0) /= mulN1r.
Qed.

Lemma at_zero N p a : 1 <= N -> 0 < a -> F N p a 0 = if 0 < p then (1 + p) * exp (p * ln N) * a else 0.
Proof.
move=> N1 a0; have an := ltW a0; have out : (a <= N * 0) = false by rewrite mulr0 leNgt a0.
rewrite /power above_one; case: ltP => mp.
  by rewrite /on_quadrant an lexx /= /capped_power out /slope_at addrAC subrr add0r mulr0 addr0.
case: ifP => // _; by rewrite /between /on_quadrant an lexx /= /geometric eqxx orbT oppr0.
Qed.

Lemma entropy_apart N a b : 1 <= N -> 0 < a -> 0 < b -> a <= N * b -> entropy ln N a b = a * (ln a - ln b).
Proof.
move=> N1 a0 b0 aN; by rewrite entropyE ?(ltW a0) ?(ltW b0) // /cut aN gt_eqF // (ln_div lnM).
Qed.
Lemma entropy_zero N a : 1 <= N -> 0 < a -> entropy ln N a 0 = a * (1 + ln N).
Proof.
by move=> N1 a0; rewrite entropyE ?(ltW a0) // /cut mulr0 leNgt a0 /= subr0.
Qed.
(* the logarithm is as large as one likes *)
Lemma large (K : R) : eventually (fun N => 1 <= N /\ K <= ln N).
Proof.
exists (Num.max 1 (exp K)) => N; rewrite le_maxl => /andP [N1 KN]; split=> //.
by rewrite -(lnK K); apply: (ln_mono lnM ln_le).
Qed.
Lemma at_none N p b : 1 <= N -> 0 <= b -> F N p 0 b = 0.
Proof.
move=> N1 b0; have g o : geometric ln exp o 0 b = 0 by rewrite /geometric eqxx.
rewrite /power; case: ifP => _.
  by rewrite /on_quadrant lexx b0 /= /capped_power mulr_ge0 ?g // (le_trans ler01 N1).
by case: ifP => // _; rewrite /between /on_quadrant lexx b0 /= g oppr0.
Qed.
Lemma sign_square p : sign_of p * sign_of p = 1.
Proof. by rewrite /sign_of; case: ifP => _; rewrite ?mulr1 // mulrNN mulr1. Qed.

(* t a times  exp y >= 1 + y  at  y = m (log a - log c) + log r - log t *)
Lemma entropy_core m a b c r t : 0 < a -> 0 < b -> 0 < c -> 0 < r -> 0 < t ->
  0 <= r * geometric ln exp (1 + m) a c
    - t * (m * (a * (ln a - ln b) + a * (ln b - ln c)) + a * (1 + ln r - ln t)).
Proof.
move=> a0 b0 c0 r0 t0; set y := m * (ln a - ln c) + ln r - ln t.
have h0 : 0 <= exp y - (1 + y) by rewrite subr_ge0 exp_ge.
have h := mulr_ge0 (ltW (mulr_gt0 t0 a0)) h0.
have e : t * exp y = r * exp (m * (ln a - ln c)).
  rewrite -[X in X * _](expK t0) -[X in X * exp (m * _)](expK r0) -!expD; congr exp; rewrite /y; ring.
rewrite geometric_exp // (_ : 1 + m - 1 = m); last by ring.
apply: (ge_as h); transitivity (a * (t * exp y) - t * a * (1 + y)); first by ring.
by rewrite e /y; ring.
Qed.

(* v <= 1 / (1 - y) and v (1 + z - y) <= exp z  at  v = exp y,  y = p (log a - log b) + log r - log u,
   z = q (log a - log c) + log r - log t *)
Lemma power_core p q s a b c r t u : 0 < a -> 0 < b -> 0 < c -> 0 < r -> 0 < t -> 0 < u -> 0 < s * p -> 0 < s * (q - p) ->
  0 <= r * u * p * (s * geometric ln exp (1 + q) a c) + t * u * (s * (q - p)) * a
    - r * t * (s * geometric ln exp (1 + p) a b)
      * (q - (q * p * (ln c - ln b) + ((q - p) * ln r + p * ln t - q * ln u))).
Proof.
move=> a0 b0 c0 r0 t0 u0 sp sq; set y := p * (ln a - ln b) + ln r - ln u; set z := q * (ln a - ln c) + ln r - ln t.
have ew : t * exp z = r * exp (q * (ln a - ln c)).
  rewrite -[X in X * _](expK t0) -[X in X * exp (q * _)](expK r0) -!expD; congr exp; rewrite /z; ring.
have ev : u * exp y = r * exp (p * (ln a - ln b)).
  rewrite -[X in X * _](expK u0) -[X in X * exp (p * _)](expK r0) -!expD; congr exp; rewrite /y; ring.
have w : 0 <= exp z - exp y * (1 + (z - y)).
  have -> : exp z = exp y * exp (z - y) by rewrite -expD; congr exp; ring.
  by rewrite -mulrBr mulr_ge0 ?subr_ge0 ?exp_ge // ltW.
have v : 0 <= 1 - exp y * (1 - y).
  have e1 : exp y * exp (- y) = 1 by rewrite -expD subrr -(ln1 lnM) expK ?ltr01.
  have k0 : 0 <= exp (- y) - (1 - y) by rewrite subr_ge0 exp_ge.
  have k := mulr_ge0 (ltW (exp_gt0 y)) k0.
  by apply: (ge_as k); rewrite mulrBr e1.
have h := addr_ge0 (mulr_ge0 (ltW sp) w) (mulr_ge0 (ltW sq) v).
have k := mulr_ge0 (ltW (mulr_gt0 (mulr_gt0 t0 u0) a0)) h.
have gq : r * geometric ln exp (1 + q) a c = a * (t * exp z).
  by rewrite ew geometric_exp // [1 + q]addrC addrK mulrCA.
have gp : r * geometric ln exp (1 + p) a b = a * (u * exp y).
  by rewrite ev geometric_exp // [1 + p]addrC addrK mulrCA.
have x : q - (q * p * (ln c - ln b) + ((q - p) * ln r + p * ln t - q * ln u)) = p * (1 + (z - y)) + (q - p) * (1 - y).
  by rewrite /y /z; ring.
rewrite x; move: (geometric ln exp (1 + q) a c) (geometric ln exp (1 + p) a b) gq gp => Gq Gp gq gp.
apply: (ge_as k); clear - gq gp; move: (exp z) (exp y) (z - y) gq gp => Z Y d gq gp.
transitivity (s * p * u * (a * (t * Z)) + t * u * (s * (q - p)) * a
  - s * t * (a * (u * Y)) * (p * (1 + d) + (q - p) * (1 - y))); first by ring.
by rewrite -gq -gp; ring.
Qed.

(* z^2 / 4 <= exp z *)
Lemma exp_square z : 0 <= z -> z * z / 4%:R <= exp z.
Proof.
move=> z0; have h : z / 2%:R <= exp (z / 2%:R) by apply: le_trans (exp_ge _); rewrite ler_addr ler01.
have z2 : 0 <= z / 2%:R by rewrite divr_ge0 ?ler0n.
have := ler_pmul z2 z2 h h; rewrite -expD; have -> : z / 2%:R + z / 2%:R = z by field.
by apply: le_trans; rewrite le_eqVlt; apply/orP; left; apply/eqP; field.
Qed.
Section Two.
Variables p q : R.
Hypotheses (p1 : 0 < 1 + p) (q1 : 0 < 1 + q).
Lemma entropy_row a b c r t N : 1 <= N -> q != 0 -> 0 <= a -> 0 < b -> 0 < c -> 0 < r -> 0 < t ->
  a <= N * b -> a <= N * c ->
  0 <= r * sign_of q * F N q a c - t * (q * (entropy ln N a b + a * (ln b - ln c)) + a * (1 + ln r - ln t)).
Proof.
move=> N1 m0 a0 b0 c0 r0 t0 ab ac; rewrite at_apart //.
move: a0; rewrite le_eqVlt => /orP [/eqP <-|a0].
  by rewrite entropyE ?(ltW b0) // (cut0 ln N1) ?(ltW b0) // /geometric eqxx /=; apply: (ge_as (lexx 0)); ring.
rewrite entropy_apart //; apply: (ge_as (entropy_core q a0 b0 c0 r0 t0)).
move: (geometric _ _ _ _ _) => G; have -> : r * sign_of q * (sign_of q * G) = r * (sign_of q * sign_of q) * G by ring.
by rewrite sign_square mulr1.
Qed.

Lemma entropy_row0 a r t : q != 0 -> 0 < a -> 0 < r -> 0 < t -> eventually (fun N =>
  0 <= r * sign_of q * F N q a 0 - t * (q * entropy ln N a 0 + a * (1 + ln r - ln t))).
Proof.
move=> m0 a0 r0 t0; set k := 1 + ln r - ln t.
have ta := mulr_gt0 t0 a0.
case: (ltP 0 q) => mg.
  set c := r * (1 + q); have c0 : 0 < c by rewrite mulr_gt0.
  set z0 := Num.max 1 (4%:R * (t * (1 + `|q + k|)) / c).
  apply: eventually_imp (large (z0 / q)) => N [N1 KN].
  rewrite at_zero // mg /sign_of mg entropy_zero //.
  set z := q * ln N; have zz : z0 <= z by rewrite /z mulrC -ler_pdivr_mulr.
  move: (zz); rewrite le_maxl => /andP [z1 zc]; have z0' := le_trans ler01 z1.
  have h1 := ler_wpmul2l (ltW c0) (exp_square z0').
  have h2 : t * (1 + `|q + k|) * z <= c * (z * z / 4%:R).
    move: zc; rewrite ler_pdivr_mulr // => zc; have := ler_wpmul2r z0' zc; rewrite -subr_ge0 => h; rewrite -subr_ge0.
    have q4 : 0 <= (4%:R : R)^-1 by rewrite invr_ge0 ler0n.
    by apply: (ge_as (mulr_ge0 q4 h)); field.
  have h3 : t * (z + (q + k)) <= t * (1 + `|q + k|) * z.
    rewrite -mulrA ler_pmul2l // mulrDl mul1r ler_add2l; apply: le_trans (ler_norm _) _.
    by rewrite ler_pemulr.
  have h := le_trans h3 (le_trans h2 h1); rewrite -subr_ge0 in h.
  by apply: (ge_as (mulr_ge0 (ltW a0) h)); rewrite /c /z; ring.
have mn : q < 0 by rewrite lt_neqAle m0.
apply: eventually_imp (large (k / - q - 1)) => N [N1 KN].
rewrite at_zero // ltNge (ltW mn) /= entropy_zero // !mulr0 sub0r.
have h : 0 <= - q * (1 + ln N) - k.
  by rewrite subr_ge0 mulrC -ler_pdivr_mulr ?oppr_gt0 // -ler_subl_addl.
by apply: (ge_as (mulr_ge0 (ltW ta) h)); ring.
Qed.

(* q is further from zero than p, on the same side *)
Section Ordered.
Variable s : R.
Hypotheses (s1 : s * s - 1 = 0) (sp : 0 < s * p) (sq : 0 < s * (q - p)).
Lemma farther : [/\ p != 0, q != 0, s = sign_of p & s = sign_of q].
Proof.
have sq' : 0 < s * q by rewrite -(subrK p q) mulrDr addr_gt0.
split; try exact: sign_is; [apply: contraTneq sp|apply: contraTneq sq'] => ->; by rewrite mulr0 ltxx.
Qed.
Lemma power_row a b c r t u N : 1 <= N -> 0 <= a -> 0 < b -> 0 < c -> 0 < r -> 0 < t -> 0 < u ->
  a <= N * b -> a <= N * c ->
  0 <= r * u * p * F N q a c + t * u * s * ((q - p) * a)
    - r * t * F N p a b * (q - (q * p * (ln c - ln b) + ((q - p) * ln r + p * ln t - q * ln u))).
Proof.
move=> N1 a0 b0 c0 r0 t0 u0 ab ac; have [pn qn ep eq_] := farther.
rewrite !at_apart // -ep -eq_; move: a0; rewrite le_eqVlt => /orP [/eqP <-|a0].
  by rewrite /geometric eqxx /=; apply: (ge_as (lexx 0)); clear; ring.
apply: (ge_as (power_core a0 b0 c0 r0 t0 u0 sp sq)); clear.
move: (geometric _ _ _ a c) (geometric _ _ _ a b) (ln b) (ln c) (ln r) (ln t) (ln u) => G H lb lc lr lt lu; ring.
Qed.
Lemma power_row0 a r t u : 0 < a -> 0 < r -> 0 < t -> 0 < u -> eventually (fun N =>
  0 <= r * u * p * F N q a 0 + t * u * s * ((q - p) * a)
    - r * t * F N p a 0 * (q - ((q - p) * ln r + p * ln t - q * ln u))).
Proof.
move=> a0 r0 t0 u0; have [pn qn ep eq_] := farther; have tua := mulr_gt0 (mulr_gt0 t0 u0) a0.
have rest := mulr_ge0 (ltW sq) (ltW tua).
case: (ltP 0 p) => h1; last first.
  have h2 : p < 0 by rewrite lt_neqAle pn.
  have es : s = -1 by rewrite ep /sign_of ltNge h1.
  have q0 : q < 0.
    by move: sq; rewrite es mulN1r oppr_gt0 subr_lt0 => /lt_trans; apply.
  exists 1 => N N1; rewrite !at_zero // !ltNge h1 (ltW q0) /=.
  by apply: (ge_as rest); clear; move: (ln r) (ln t) (ln u) => lr lt lu; ring.
have es : s = 1 by rewrite ep /sign_of h1.
have qp : 0 < q - p by move: sq; rewrite es mul1r.
have q0 : 0 < q by rewrite -(subrK p q) addr_gt0.
set x := q - ((q - p) * ln r + p * ln t - q * ln u).
set c := u * p * (1 + q) * (q - p).
have up := mulr_gt0 (mulr_gt0 u0 h1) q1.
have c0 : 0 < c := mulr_gt0 up qp.
apply: eventually_imp (large (t * (1 + p) * `|x| / c)) => N [N1 KN]; rewrite !at_zero // h1 q0.
move: KN; rewrite ler_pdivr_mulr // => KN.
have k1 : 0 <= t * (1 + p) * `|x| - t * (1 + p) * x.
  by rewrite -mulrBr mulr_ge0 ?mulr_ge0 ?(ltW t0) ?(ltW p1) // subr_ge0 ler_norm.
have k2 : 0 <= exp (q * ln N) - exp (p * ln N) * (1 + (q - p) * ln N).
  have -> : exp (q * ln N) = exp (p * ln N) * exp ((q - p) * ln N) by rewrite -expD; congr exp; ring.
  by rewrite -mulrBr mulr_ge0 ?subr_ge0 ?exp_ge ?(ltW (exp_gt0 _)).
have upq := ltW up.
rewrite -subr_ge0 in KN.
have k4 := mulr_ge0 (ltW (exp_gt0 (p * ln N))) (addr_ge0 KN k1).
have ra := ltW (mulr_gt0 r0 a0).
have k3 := mulr_ge0 upq (ltW (exp_gt0 (p * ln N))).
have k5 := mulr_ge0 ra (addr_ge0 (addr_ge0 (mulr_ge0 upq k2) k3) k4).
apply: (ge_as (addr_ge0 k5 rest)); rewrite es /c /x; clear.
move: (exp (q * ln N)) (exp (p * ln N)) (`|q - ((q - p) * ln r + p * ln t - q * ln u)|) => Z Y v.
move: (ln r) (ln t) (ln u) (ln N) => lr lt lu lN; ring.
Qed.
End Ordered.

Lemma excess_row a b c t : 0 < q -> 0 <= a -> 0 <= b -> 0 < c -> 0 < t -> eventually (fun N =>
  0 <= F N q a b - t * excess a (c * b) * (1 + q * ln c - ln t)).
Proof.
move=> q0 a0 b0 c0 t0; have qn : q != 0 by rewrite gt_eqF.
set k := t * (1 + q * ln c - ln t).
have kc : k <= exp (q * ln c).
  have h := ler_wpmul2l (ltW t0) (exp_ge (q * ln c - ln t)).
  have -> : exp (q * ln c) = t * exp (q * ln c - ln t).
    by rewrite -[X in _ = X * _](expK t0) -expD; congr exp; ring.
  by apply: le_trans h; rewrite /k addrA.
have cb : 0 <= c * b by rewrite mulr_ge0 // ltW.
have goal_of G x : k * x <= G -> 0 <= G - t * x * (1 + q * ln c - ln t).
  by rewrite -subr_ge0 => h; apply: (ge_as h); rewrite /k mulrAC.
have x0 : 0 <= excess a (c * b) by have := excess_tangent a0 cb (lexx 0) ler01; rewrite mul0r subr0.
have xa : excess a (c * b) <= a by have := excess_above a0 cb; rewrite subr_ge0.
have few G : exp (q * ln c) * excess a (c * b) <= G -> k * excess a (c * b) <= G.
  by apply: le_trans; rewrite ler_wpmul2r.
move: b0; rewrite le_eqVlt => /orP [/eqP bz|bp].
  move: a0; rewrite le_eqVlt => /orP [/eqP az|ap].
    exists 1 => N N1; apply: goal_of; rewrite -az -bz at_none // mulr0 excess_none // mulr0 //.
  apply: eventually_imp (large (ln c)) => N [N1 KN]; apply: goal_of; apply: few.
  rewrite -bz at_zero // q0; apply: (@le_trans _ _ (exp (q * ln N) * a)).
    rewrite bz; apply: ler_pmul => //; first exact: ltW.
    by apply: (exp_le lnM ln_le exp_gt0 lnK); rewrite ler_pmul2l.
  rewrite -mulrA ler_pemull ?mulr_ge0 ?(ltW (exp_gt0 _)) ?(ltW ap) // ler_addl; exact: ltW.
exists (Num.max 1 (a / b)) => N; rewrite le_maxl => /andP [N1 aN]; apply: goal_of; apply: few.
have ab : a <= N * b by rewrite -ler_pdivr_mulr.
rewrite at_apart // /sign_of q0 mul1r.
move: (a0); rewrite le_eqVlt => /orP [/eqP az|ap].
  by rewrite -az /geometric eqxx excess_none // mulr0.
rewrite geometric_exp //; have -> : 1 + q - 1 = q by ring.
case: (leP a (c * b)) => h; first by rewrite excess_none // mulr0 mulr_ge0 // ltW.
rewrite [X in X <= _]mulrC; apply: ler_pmul => //; first exact: ltW.
apply: (exp_le lnM ln_le exp_gt0 lnK); rewrite ler_pmul2l // -(ln_div lnM) //.
by apply: (ln_mono lnM ln_le) => //; rewrite ler_pdivl_mulr // ltW.
Qed.
Lemma turned_row a b : p + q = -1 -> 0 <= a -> 0 <= b -> eventually (fun N => F N p a b = F N q b a).
Proof.
move=> pq a0 b0.
have p0 : p < 0 by rewrite -subr_gt0 sub0r; move: q1; rewrite (_ : 1 + q = - p) //; apply: (@addIr _ p); rewrite addNr -addrA [q + p]addrC pq subrr.
have q0 : q < 0 by rewrite -subr_gt0 sub0r; move: p1; rewrite (_ : 1 + p = - q) //; apply: (@addIr _ q); rewrite addNr -addrA pq subrr.
have pn : p != 0 by rewrite lt_eqF.
have qn : q != 0 by rewrite lt_eqF.
have sp : sign_of p = -1 by rewrite /sign_of ltNge (ltW p0).
have sq : sign_of q = -1 by rewrite /sign_of ltNge (ltW q0).
move: (a0) (b0); rewrite le_eqVlt => /orP [/eqP <-|ap]; rewrite le_eqVlt => /orP [/eqP <-|bp].
- by exists 1 => N N1; rewrite !at_none.
- by exists 1 => N N1; rewrite at_none // at_zero // ltNge (ltW q0).
- by exists 1 => N N1; rewrite [RHS]at_none // at_zero // ltNge (ltW p0).
exists (Num.max 1 (Num.max (a / b) (b / a))) => N; rewrite !le_maxl => /and3P [N1 ab ba].
rewrite !at_apart -?ler_pdivr_mulr // sp sq; congr (_ * _); rewrite /geometric orbC; case: ifP => // _.
have -> : q = -1 - p by rewrite -pq; ring.
congr exp; ring.
Qed.
End Two.

(* where the reference is zero so is a, or the order is below one *)
Lemma reference_none N p a : 1 <= N -> 0 <= a -> (0 < p -> a = 0) -> F N p a 0 = 0.
Proof.
move=> N1; rewrite le_eqVlt => /orP [/eqP <- _|ap none]; first exact: at_none.
by rewrite at_zero //; case: ifP => // /none e; move: ap; rewrite e ltxx.
Qed.
Lemma geometric_times o a b c d : 0 <= a -> 0 < b -> 0 <= c -> 0 < d ->
  geometric ln exp o (a * c) (b * d) = geometric ln exp o a b * geometric ln exp o c d.
Proof.
move=> a0 b0 c0 d0; rewrite /geometric !mulf_eq0 (gt_eqF b0) (gt_eqF d0) !orbF.
have [_|an] := eqVneq a 0; first by rewrite mul0r.
have [_|cn] := eqVneq c 0; first by rewrite mulr0.
have ap : 0 < a by rewrite lt_neqAle eq_sym an.
have cp : 0 < c by rewrite lt_neqAle eq_sym cn.
by rewrite /= !lnM // -expD; congr exp; ring.
Qed.
Lemma product_row p a b c d : p != 0 -> 0 < 1 + p -> 0 <= a -> 0 <= b -> 0 <= c -> 0 <= d ->
  (0 < p -> b = 0 -> a = 0) -> (0 < p -> d = 0 -> c = 0) ->
  eventually (fun N => F N p (a * c) (b * d) = sign_of p * (F N p a b * F N p c d)).
Proof.
move=> m0 o0 a0 + c0 +; rewrite le_eqVlt => /orP [/eqP <- + none _|bp].
  have za h := none h erefl; exists 1 => N N1; rewrite mul0r (reference_none N1 a0 za).
  by rewrite (reference_none N1 (mulr_ge0 a0 c0)) ?mul0r ?mulr0 // => /za ->; rewrite mul0r.
rewrite le_eqVlt => /orP [/eqP <- _ none|dp _ _].
  have zc h := none h erefl; exists 1 => N N1; rewrite mulr0 (reference_none N1 c0 zc).
  by rewrite (reference_none N1 (mulr_ge0 a0 c0)) ?mulr0 // => /zc ->; rewrite mulr0.
exists (Num.max 1 (Num.max (a * c / (b * d)) (Num.max (a / b) (c / d)))) => N.
rewrite !le_maxl !ler_pdivr_mulr ?mulr_gt0 // => /and4P [N1 h1 h2 h3].
rewrite !at_apart ?mulr_ge0 ?mulr_gt0 // geometric_times //.
set s := sign_of p; have s1 : s * s = 1 := sign_square p; move: (geometric _ _ _ a b) (geometric _ _ _ c d) => G H.
by transitivity (s * s * (s * (G * H))); [rewrite s1 mul1r|ring].
Qed.
(* the tangent of a power touches it at n/d *)
Lemma slope_as o n d : 0 < n -> 0 < d -> slope_at ln exp o (n / d) * n = o * geometric ln exp o n d.
Proof.
move=> n0 d0; rewrite /slope_at (ln_div lnM) // geometric_exp //; move: (exp _) => x; ring.
Qed.
Lemma power_as o n d : 0 < n -> 0 < d -> power_of ln exp o (n / d) * d = geometric ln exp o n d.
Proof.
move=> n0 d0; rewrite /geometric !gt_eqF //= /power_of (ln_div lnM) // -[X in _ * X](expK d0) -expD; congr exp; ring.
Qed.
Lemma tangent_row p a b n d : 0 <= a -> 0 <= b -> 0 < n -> 0 < d -> eventually (fun N =>
  0 <= n * d * F N p a b - F N p n d * ((1 + p) * (d * a) - p * (n * b))).
Proof.
move=> a0 b0 n0 d0; have nd : 0 < n * d by rewrite mulr_gt0.
have [/andP [m0 op]|no] := boolP ((p != 0) && (0 < 1 + p)); last first.
  have none N x y : F N p x y = 0.
    rewrite /power above_one; case: ltP => mp.
      by move: no; rewrite gt_eqF //= addr_gt0 ?ltr01.
    case: ifP => // /andP [op o1]; move: no; rewrite op andbT negbK => /eqP e.
    by move: o1; rewrite e addr0 ltxx.
  by exists 0 => N _; rewrite !none !mulr0 mul0r subrr.
set o := 1 + p; set G := geometric ln exp o n d.
have G0 : 0 < G by rewrite /G geometric_exp // mulr_gt0.
have lineE : n * d * (slope_at ln exp o (n / d) * a + (1 - o) * power_of ln exp o (n / d) * b)
    = G * (o * (d * a) - p * (n * b)).
  have := slope_as o n0 d0; have := power_as o n0 d0; rewrite -/G /o; move: (slope_at _ _ _ _) (power_of _ _ _ _) => s v.
  move=> ep es; transitivity ((s * n) * (d * a) - p * (v * d) * (n * b)); first by ring.
  by rewrite es ep; ring.
have t0 := divr_gt0 n0 d0.
move: b0; rewrite le_eqVlt => /orP [/eqP bz|bp].
  move: a0; rewrite le_eqVlt => /orP [/eqP az|ap].
    exists 1 => N N1; rewrite -az -bz at_none // !mulr0 subrr mulr0 subrr; exact: lexx.
  exists (Num.max 1 (n / d)) => N; rewrite le_maxl => /andP [N1 nN].
  have Np := lt_le_trans ltr01 N1.
  rewrite -bz mulr0 mulr0 subr0 at_zero // at_apart ?(ltW n0) -?ler_pdivr_mulr //; rewrite -/o -/G /sign_of.
  case: (ltP 0 p) => mp; last first.
    by rewrite mulr0 sub0r mulN1r mulNr opprK mulr_ge0 ?(ltW G0) // mulr_ge0 ?(ltW op) ?mulr_ge0 ?(ltW d0) ?(ltW ap).
  rewrite mul1r; have GE : G = n * exp (p * (ln n - ln d)).
    by rewrite /G geometric_exp //; congr (_ * exp (_ * _)); rewrite /o; ring.
  have h : exp (p * (ln n - ln d)) <= exp (p * ln N).
    apply: (exp_le lnM ln_le exp_gt0 lnK); rewrite ler_pmul2l // -(ln_div lnM) //.
    exact: (ln_mono lnM ln_le).
  have k : 0 <= n * (d * (o * a)) by rewrite !mulr_ge0 ?(ltW n0) ?(ltW d0) ?(ltW ap) ?(ltW op).
  rewrite -subr_ge0 in h; by apply: (ge_as (mulr_ge0 k h)); rewrite GE; move: (exp _) (exp _) => x y; ring.
exists (Num.max 1 (Num.max (a / b) (n / d))) => N; rewrite !le_maxl => /and3P [N1 ab nN].
rewrite !at_apart ?(ltW n0) -?ler_pdivr_mulr // -/o -/G.
rewrite [X in 0 <= X](_ : _ = n * d * (sign_of p * geometric ln exp o a b)
    - sign_of p * (G * (o * (d * a) - p * (n * b)))); last by ring.
rewrite -lineE /sign_of; set line := slope_at _ _ _ _ * a + _.
case: (ltP 0 p) => mp.
  have o1 : 1 < o by rewrite /o ltr_addl.
  rewrite !mul1r -mulrBr mulr_ge0 ?(ltW nd) // subr_ge0 /line.
  move: a0; rewrite le_eqVlt => /orP [/eqP <-|ap]; last exact: (geometric_above lnM ln_le exp_gt0 lnK o1 ap bp t0).
  rewrite mulr0 add0r /geometric eqxx /= mulr_le0_ge0 ?(ltW bp) // mulr_le0_ge0 ?(ltW (exp_gt0 _)) //.
  by rewrite subr_le0 ltW.
have o0 : 0 < o by [].
have o1 : o < 1 by rewrite /o gtr_addl lt_neqAle m0.
rewrite !mulN1r mulrN opprK addrC -mulrBr mulr_ge0 ?(ltW nd) // subr_ge0 /line.
exact: (geometric_below lnM ln_le exp_gt0 lnK o0 o1 a0 (ltW bp) t0).
Qed.
Lemma enough (xs : seq R) : eventually (fun N => 1 <= N /\ forall x, x \in xs -> x <= N).
Proof.
exists (foldr Num.max 1 xs) => N; elim: xs => [|x xs ih] /=; first by move=> h; split.
rewrite le_maxl => /andP [xN /ih [N1 h]]; split=> // y; by rewrite inE => /orP [/eqP ->|/h].
Qed.


(* ---- the needs of these rows are about no functions, so the same at every N ---- *)
Local Notation at_ := (at_N ln (power ln exp)).
Local Notation row_holds := (row_holds ln (power ln exp)).
Fixpoint no_function (e : expression) : bool :=
  match e with Plus x y | Times x y => no_function x && no_function y | Fun _ _ _ _ => false | _ => true end.
Lemma value_same F F' (xs : seq R) e : no_function e -> value F xs e = value F' xs e.
Proof. by elim: e => //= x ihx y ihy /andP [/ihx -> /ihy ->]. Qed.
Definition is_so (q : rel) (v : R) : bool := match q with Ge => 0 <= v | Gt => 0 < v | Eq => v == 0 end.
Lemma is_soP q v : is_so q v <-> holds q v.
Proof. by case: q => //=; split=> /eqP. Qed.
Lemma row_if w : all (fun G => no_function G.2) (row_needs w) -> (forall xs, size xs = arity w ->
    every (fun G => holds G.1 (value (at_ 0) xs G.2)) (needs_of_row w) ->
    eventually (fun N => holds (row_says w).1 (value (at_ N) xs (row_says w).2))) -> row_holds w.
Proof.
move=> nf h xs sz; have {}nf : all (fun G => no_function G.2) (needs_of_row w) by [].
have [so|no] := boolP (all (fun G => is_so G.1 (value (at_ 0) xs G.2)) (needs_of_row w)).
  have ev : every (fun G => holds G.1 (value (at_ 0) xs G.2)) (needs_of_row w).
    by elim: (needs_of_row w) so {nf h} => //= G Gs ih /andP [/is_soP hG /ih].
  by apply: eventually_imp (h xs sz ev) => N hN _.
exists 0 => N _ ev; case/negP: no; elim: (needs_of_row w) nf ev {h} => //= G Gs ih /andP [nG /ih {}ih] [hG /ih ->].
by rewrite andbT; apply/is_soP; rewrite (value_same _ (at_ N)).
Qed.

Lemma less (o : R) : exists q, o = 1 + q /\ o - 1 = q.
Proof. by exists (o - 1); rewrite addrC subrK. Qed.
Lemma le_of (c N x : R) : 0 < c -> x / c <= N -> x <= N * c. Proof. by move=> c0; rewrite ler_pdivr_mulr. Qed.
Lemma log_at N (xs : seq R) x : (forall y, y \in xs -> y <= N) -> 0 < x -> x^-1 \in xs -> - entropy ln N 1 x = ln x.
Proof. by move=> big x0 xin; apply: (log_entropy lnM) => //; apply: big. Qed.
Local Ltac near := by rewrite !inE eqxx ?orbT.

Theorem row_entropy_below_power_at_one : row_holds entropy_below_power_at_one.
Proof.
apply: row_if => // -[|a [|b [|o [|s [|c [|r [|t [|? ?]]]]]]]] //= _.
rewrite ?posz ?negz !mulN1r => -[a0 [b0 [o0 [sq [ss [r0 [t0 _]]]]]]].
have [q [eo eq]] := less o; rewrite eq in sq *; rewrite {}eo in o0 *.
have q0 : q != 0 by apply: contraTneq sq => ->; rewrite mulr0 ltxx.
have main : eventually (fun N => 0 <= r * sign_of q * power ln exp N (1 + q) a b
    - t * (q * entropy ln N a b + a * (1 + ln r - ln t))).
  move: b0; rewrite le_eqVlt => /orP [/eqP <-|bp]; last first.
    apply: eventually_imp (enough [:: a / b]) => N [N1 big].
    have ab : a <= N * b by apply: le_of => //; apply: big; near.
    by have := entropy_row o0 N1 q0 a0 bp bp r0 t0 ab ab; rewrite subrr mulr0 addr0.
  move: a0; rewrite le_eqVlt => /orP [/eqP <-|ap]; last exact: entropy_row0.
  exists 1 => N N1; rewrite at_none // entropyE // (cut0 ln N1) //.
  by apply: (ge_as (lexx 0)); clear; ring.
apply: eventually_imp (eventually_and main (enough [:: r^-1; t^-1])) => N [h [N1 big]].
rewrite !mulN1r (log_at big r0) ?(log_at big t0); [|near|near]; rewrite (sign_is sq ss).
by apply: (ge_as h); rewrite mulr0 addr0.
Qed.

Theorem row_entropy_below_power_at_two : row_holds entropy_below_power_at_two.
Proof.
apply: row_if => // -[|a [|b [|o [|s [|c [|r [|t [|? ?]]]]]]]] //= _.
rewrite ?posz ?negz !mulN1r => -[a0 [_ [o0 [sq [ss [r0 [t0 [bp [c0 _]]]]]]]]].
have [q [eo eq]] := less o; rewrite eq in sq *; rewrite {}eo in o0 *.
have q0 : q != 0 by apply: contraTneq sq => ->; rewrite mulr0 ltxx.
apply: eventually_imp (enough [:: a / b; a / c; b^-1; c^-1; r^-1; t^-1]) => N [N1 big].
have ab : a <= N * b by apply: le_of => //; apply: big; near.
have ac : a <= N * c by apply: le_of => //; apply: big; near.
rewrite !mulN1r (log_at big r0) ?(log_at big t0) ?(log_at big bp) ?(log_at big c0); [|near..]; rewrite (sign_is sq ss).
exact: (ge_as (entropy_row o0 N1 q0 a0 bp c0 r0 t0 ab ac)).
Qed.

Theorem row_power_tangent : row_holds power_tangent.
Proof.
apply: row_if => // -[|a [|b [|o [|n [|d [|? ?]]]]]] //= _; rewrite ?posz ?negz !mulN1r => -[a0 [b0 [n0 [d0 _]]]].
have [q [eo eq]] := less o; rewrite eq; rewrite {}eo.
apply: eventually_imp (tangent_row q a0 b0 n0 d0) => N h.
rewrite !mulN1r; exact: h.
Qed.

Theorem row_power_turned : row_holds power_turned.
Proof.
apply: row_if => // -[|a [|b [|o [|o' [|? ?]]]]] //= _; rewrite ?posz ?negz !mulN1r => -[a0 [b0 [o0 [o0' [e _]]]]].
have [p [eo ep]] := less o; have [q [eo' eq]] := less o'; rewrite {}eo in o0 e *; rewrite {}eo' in o0' e *.
have pq : p + q = -1.
  by apply: (@addrI _ 1); rewrite subrr -[RHS]e; ring.
by apply: eventually_imp (turned_row o0 o0' pq a0 b0) => N ->; rewrite mulN1r subrr.
Qed.

Theorem row_excess_below_power : row_holds excess_below_power.
Proof.
apply: row_if => // -[|a [|b [|o [|c [|t [|? ?]]]]]] //= _; rewrite ?posz ?negz !mulN1r => -[a0 [b0 [q0 [c0 [t0 _]]]]].
have [q [eo eq]] := less o; rewrite eq in q0 *; rewrite {}eo.
have q1 : 0 < 1 + q by rewrite addr_gt0 ?ltr01.
apply: eventually_imp (eventually_and (excess_row q1 q0 a0 b0 c0 t0) (enough [:: c^-1; t^-1])) => N [h [N1 big]].
rewrite !mulN1r (log_at big c0) ?(log_at big t0); [|near..]; exact: (ge_as h).
Qed.

(* an order that is nearer to one is positive too *)
Lemma nearer (p q s : R) : 0 < 1 + q -> s * s - 1 = 0 -> 0 < s * p -> 0 < s * (q - p) -> 0 < 1 + p.
Proof.
move=> q1 ss sp sq; case: (ltP 0 p) => p0; first by rewrite addr_gt0 ?ltr01.
have es : s = -1 by rewrite (sign_is sp ss) /sign_of ltNge p0.
by move: sq; rewrite es mulN1r oppr_gt0 subr_lt0 => qp; apply: lt_trans q1 _; rewrite ltr_add2l.
Qed.
Theorem row_power_below_power_at_one : row_holds power_below_power_at_one.
Proof.
apply: row_if => // -[|a [|b [|near_ [|s [|far [|c [|r [|t [|u [|? ?]]]]]]]]]] //= _.
rewrite ?posz ?negz !mulN1r => -[a0 [b0 [far0 [sp [ss [sq [r0 [t0 [u0 _]]]]]]]]].
have [p [ep ep']] := less near_; have [q [eq eq']] := less far; rewrite ep' in sp sq *; rewrite eq' in sq *.
rewrite {}ep; rewrite {}eq in far0 *.
have near0 : 0 < 1 + p by exact: nearer far0 ss sp sq.
have main : eventually (fun N => 0 <= r * u * p * power ln exp N (1 + q) a b + t * u * s * ((q - p) * a)
    - r * t * power ln exp N (1 + p) a b * (q - ((q - p) * ln r + p * ln t - q * ln u))).
  move: b0; rewrite le_eqVlt => /orP [/eqP <-|bp]; last first.
    apply: eventually_imp (enough [:: a / b]) => N [N1 big].
    have ab : a <= N * b by apply: le_of => //; apply: big; near.
    by have := power_row near0 far0 ss sp sq N1 a0 bp bp r0 t0 u0 ab ab; rewrite subrr mulr0 add0r.
  move: a0; rewrite le_eqVlt => /orP [/eqP <-|ap]; last exact: power_row0.
  by exists 1 => N N1; rewrite !at_none //; apply: (ge_as (lexx 0)); clear; ring.
apply: eventually_imp (eventually_and main (enough [:: r^-1; t^-1; u^-1])) => N [h [N1 big]].
rewrite !mulN1r (log_at big r0) ?(log_at big t0) ?(log_at big u0); [|near..].
by apply: (ge_as h); rewrite mulr0 add0r.
Qed.

Theorem row_power_below_power_at_two : row_holds power_below_power_at_two.
Proof.
apply: row_if => // -[|a [|b [|near_ [|s [|far [|c [|r [|t [|u [|? ?]]]]]]]]]] //= _.
rewrite ?posz ?negz !mulN1r => -[a0 [_ [far0 [sp [ss [sq [r0 [t0 [u0 [bp [c0 _]]]]]]]]]]].
have [p [ep ep']] := less near_; have [q [eq eq']] := less far; rewrite ep' in sp sq *; rewrite eq' in sq *.
rewrite {}ep; rewrite {}eq in far0 *.
have near0 : 0 < 1 + p by exact: nearer far0 ss sp sq.
apply: eventually_imp (enough [:: a / b; a / c; b^-1; c^-1; r^-1; t^-1; u^-1]) => N [N1 big].
have ab : a <= N * b by apply: le_of => //; apply: big; near.
have ac : a <= N * c by apply: le_of => //; apply: big; near.
rewrite !mulN1r (log_at big r0) ?(log_at big t0) ?(log_at big u0) ?(log_at big bp) ?(log_at big c0); [|near..].
exact: (ge_as (power_row near0 far0 ss sp sq N1 a0 bp c0 r0 t0 u0 ab ac)).
Qed.

Theorem row_power_of_product_below : row_holds power_of_product_below.
Proof.
apply: row_if => // -[|a [|b [|o [|s [|c [|d [|m [|k [|? ?]]]]]]]]] //= _.
rewrite ?posz ?negz !mulN1r => -[a0 [b0 [o0 [sq [_ [c0 [d0 _]]]]]]].
have [q [eo eq]] := less o; rewrite {}eq oppr_gt0 in sq; rewrite {}eo in o0 *.
have no (X : Prop) : 0 < q -> X by rewrite ltNge (ltW sq).
have q0 : q != 0 by rewrite lt_eqF.
apply: eventually_imp (product_row q0 o0 a0 b0 c0 d0 (fun h => no _ h) (fun h => no _ h)) => N ->.
by rewrite /sign_of ltNge (ltW sq) /= !mulN1r subrr.
Qed.

Theorem row_power_of_product_finite : row_holds power_of_product_finite.
Proof.
apply: row_if => // -[|a [|b [|o [|s [|c [|d [|m [|k [|? ?]]]]]]]]] //= _.
rewrite ?posz ?negz !mulN1r !subr_ge0 => -[a0 [b0 [o0 [sq [ss [c0 [d0 [am [ck _]]]]]]]]].
have [q [eo eq]] := less o; rewrite {}eq in sq; rewrite {}eo in o0 *.
have q0 : q != 0 by apply: contraTneq sq => ->; rewrite mulr0 ltxx.
have none (x y z : R) : 0 <= x -> x <= z * y -> 0 < q -> y = 0 -> x = 0.
  by move=> x0 + _ y0; rewrite y0 mulr0 => h; apply/eqP; rewrite eq_le h.
apply: eventually_imp (product_row q0 o0 a0 b0 c0 d0 (none _ _ _ a0 am) (none _ _ _ c0 ck)) => N ->.
by rewrite (sign_is sq ss) mulN1r subrr.
Qed.

Theorem powers_hold : every row_holds power_rows.
Proof.
do !split; by [exact: row_entropy_below_power_at_one|exact: row_entropy_below_power_at_two|
  exact: row_power_below_power_at_one|exact: row_power_below_power_at_two|exact: row_power_tangent|
  exact: row_power_turned|exact: row_power_of_product_below|exact: row_power_of_product_finite|
  exact: row_excess_below_power].
Qed.
End Rows.

(* all functions of convex terms, with their rows *)
Theorem functions_with_powers (R : rcfType) (ln exp : R -> R) :
  (forall x y, 0 < x -> 0 < y -> ln (x * y) = ln x + ln y) -> (forall x, 0 < x -> ln x <= x - 1) ->
  (forall y, 0 < exp y) -> (forall y, ln (exp y) = y) -> (forall x : R, exists k : nat, x <= k%:R) ->
  functions (at_N ln (power ln exp)).
Proof.
move=> lnM ln_le e0 lnK ar; apply: functions_hold => //.
- by move=> N o N1; apply: power_sublinear.
- by move=> o o1 N N' a b; apply: power_stays.
- by move=> N a b N1; apply: power_two.
- by move=> N a b; apply: power_half.
exact: powers_hold.
Qed.
