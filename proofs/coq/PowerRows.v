(* The rows about powers (ConvexRows.v) hold of powers whose orders are the numbers that their functions say, beside u log u
   and max(u - 1, 0), at all arguments that are positive and where the reference is zero. They come from exp y >= 1 + y at
   logarithms of powers over scales, and, where b = 0, from that N^p is small beside N^q. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Pmlsym Require Import Sequent ConvexRows Checker Convex Eventually Functions Entropy Powers.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

(* ---- the rows about powers ---- *)
Section Rows.
Variables (R : rcfType) (ln exp : R -> R).
Hypothesis lnM : forall x y, 0 < x -> 0 < y -> ln (x * y) = ln x + ln y.
Hypothesis ln_le : forall x, 0 < x -> ln x <= x - 1.
Hypothesis exp_gt0 : forall y, 0 < exp y.
Hypothesis lnK : forall y, ln (exp y) = y.
Variable order : nat -> R.
Definition more (f : nat) : R := (less_one f).1%:~R / (less_one f).2%:R.
Hypothesis order_number : forall f, (3 < f)%N -> (less_one f).1 != 0 -> order f = 1 + more f.
Local Notation others := (fun N f => power ln exp N (order f)).
Local Notation F := (at_N ln others).
Local Notation expK := (expK lnM ln_le exp_gt0 lnK).
Local Notation expD := (expD lnM ln_le exp_gt0 lnK).

Lemma posz k : (Posz k)%:~R = k%:R :> R. Proof. by []. Qed.
Lemma negz : (Negz 0)%:~R = - 1 :> R. Proof. by []. Qed.
Lemma below_gt0 f : (0 < (less_one f).2)%N.
Proof.
by case: f => [|[|[|[|f]]]] //=; case: (pair_of _) => x y; case: (_ %% 4)%N => [|[|[|k]]].
Qed.
Lemma more_gt f : - 1 < more f.
Proof.
rewrite /more; case: f => [|[|[|[|f]]]].
- by rewrite mul0r ltrN10.
- by rewrite divr1 (lt_trans (ltrN10 R)) ?ltr01.
- by rewrite mul0r ltrN10.
- by rewrite /= negz mulN1r ltr_oppl opprK invf_lt1 ?ltr1n ?ltr0n.
rewrite /less_one; case: (pair_of _) => x y; case: (_ %% 4)%N => [|[|[|k]]] /=; rewrite ?mul0r ?ltrN10 //.
  by apply: lt_le_trans (ltrN10 R) _; rewrite divr_ge0 ?ler0z ?ler0n.
rewrite NegzE mulrNz mulNr ltr_oppl opprK -pmulrn ltr_pdivr_mulr ?ltr0n // mul1r ltr_nat.
by rewrite !ltnS leq_addl.
Qed.
Lemma order_gt0 f : 0 < 1 + more f.
Proof. by have := more_gt f; rewrite -subr_gt0 opprK addrC. Qed.

Lemma exp_ge y : 1 + y <= exp y.
Proof. by have := ln_le (exp_gt0 y); rewrite lnK ler_subr_addr addrC. Qed.
Lemma geometric_exp o a b : 0 < a -> 0 < b -> geometric ln exp o a b = a * exp ((o - 1) * (ln a - ln b)).
Proof.
move=> a0 b0; rewrite /geometric !gt_eqF //= -[X in X * exp _](expK a0) -expD; congr exp; ring.
Qed.
Definition sign_of (f : nat) : R := if 0 < more f then 1 else - 1.

Lemma at_apart N f a b : 1 <= N -> more f != 0 -> 0 <= a -> 0 < b -> a <= N * b ->
  F N f a b = sign_of f * geometric ln exp (1 + more f) a b.
Proof.
move=> N1 m0 a0 b0 aN; have bn : b != 0 by rewrite gt_eqF.
have zero o : geometric ln exp o 0 b = 0 by rewrite /geometric eqxx.
case: f m0 => [|[|[|[|f]]]] m0; rewrite /at_N.
- by rewrite /more mul0r eqxx in m0.
- rewrite (squareE N a0 (ltW b0)) /capped aN (negbTE bn) /sign_of /more divr1 ltr01 mul1r.
  move: a0; rewrite le_eqVlt => /orP [/eqP <-|a0]; first by rewrite zero expr0n mul0r.
  rewrite geometric_exp // addrK mul1r -(ln_div lnM) // expK ?divr_gt0 //; field.
  exact: bn.
- by rewrite /more mul0r eqxx in m0.
- rewrite (rootE a0 (ltW b0)) /sign_of /more /= negz.
  have h : (0 < - 1 / 2%:R :> R) = false.
    by rewrite mulNr oppr_gt0 ltNge mul1r invr_ge0 ler0n.
  rewrite h mulN1r; congr (- _).
  move: a0; rewrite le_eqVlt => /orP [/eqP <-|a0]; first by rewrite zero sqrtr0 mul0r.
  have root x : 0 < x -> ln x = 2%:R * ln (Num.sqrt x).
    move=> x0; rewrite -[in LHS](sqr_sqrtr (ltW x0)) expr2 lnM ?sqrtr_gt0 //; ring.
  rewrite geometric_exp //.
  rewrite [X in exp X](_ : _ = ln (Num.sqrt b) - ln (Num.sqrt a)); last first.
    by rewrite (root a) // (root b) //; field.
  rewrite -(ln_div lnM) ?sqrtr_gt0 // expK ?divr_gt0 ?sqrtr_gt0 // -[X in _ = X * _](sqr_sqrtr (ltW a0)).
  by field; rewrite gt_eqF // sqrtr_gt0.
have n0 : (less_one f.+4).1 != 0 by apply: contraNneq m0; rewrite /more => ->; rewrite mul0r.
rewrite order_number // /power /sign_of.
have -> : (1 < 1 + more f.+4) = (0 < more f.+4) by rewrite -subr_gt0 addrAC subrr add0r.
case: ltP => mp; first by rewrite /on_quadrant a0 (ltW b0) /= /capped_power aN mul1r.
have -> : (0 < 1 + more f.+4) && (1 + more f.+4 < 1).
  rewrite order_gt0 -subr_gt0 opprD addNKr oppr_gt0 /= lt_neqAle m0 /=; exact: mp.
by rewrite /between /on_quadrant a0 (ltW b0) /= mulN1r.
Qed.

Lemma at_zero N f a : 1 <= N -> more f != 0 -> 0 < a ->
  F N f a 0 = if 0 < more f then (1 + more f) * exp (more f * ln N) * a else 0.
Proof.
move=> N1 m0 a0; have an := ltW a0; have Np := lt_le_trans ltr01 N1.
have out : (a <= N * 0) = false by rewrite mulr0 leNgt a0.
case: f m0 => [|[|[|[|f]]]] m0; rewrite /at_N.
- by rewrite /more mul0r eqxx in m0.
- rewrite (squareE N an (lexx 0)) /capped out (_ : more 1 = 1); last by rewrite /more divr1.
  rewrite ltr01 [1 * ln N]mul1r expK //; ring.
- by rewrite /more mul0r eqxx in m0.
- rewrite (rootE an (lexx 0)) sqrtr0 mulr0 oppr0 /more /= negz.
  by rewrite mulNr oppr_gt0 ltNge mul1r invr_ge0 ler0n.
have n0 : (less_one f.+4).1 != 0 by apply: contraNneq m0; rewrite /more => ->; rewrite mul0r.
rewrite order_number // /power.
have -> : (1 < 1 + more f.+4) = (0 < more f.+4) by rewrite -subr_gt0 addrAC subrr add0r.
case: ltP => mp.
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
Lemma at_none N f : 1 <= N -> more f != 0 -> F N f 0 0 = 0.
Proof.
move=> N1 m0; have g o : geometric ln exp o 0 0 = 0 by rewrite /geometric eqxx.
case: f m0 => [|[|[|[|f]]]] m0; rewrite /at_N.
- by rewrite /more mul0r eqxx in m0.
- by rewrite squareE // /capped mulr0 lexx eqxx.
- by rewrite /more mul0r eqxx in m0.
- by rewrite rootE // sqrtr0 mul0r oppr0.
rewrite /power; case: ifP => _; first by rewrite /on_quadrant lexx /= /capped_power mulr0 lexx g.
by case: ifP => // _; rewrite /between /on_quadrant lexx /= g oppr0.
Qed.
Lemma sign_square f : sign_of f * sign_of f = 1.
Proof. by rewrite /sign_of; case: ifP => _; rewrite ?mulr1 // mulrNN mulr1. Qed.
Lemma below_ne f : (less_one f).2%:R != 0 :> R.
Proof. by rewrite pnatr_eq0 -lt0n below_gt0. Qed.
Lemma moreE f : (less_one f).1%:~R = more f * (less_one f).2%:R.
Proof. by rewrite /more divfK // below_ne. Qed.

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

Lemma holds_when (x : bool) (w : row) : (x -> row_holds ln others w) -> row_holds ln others (when x w).
Proof.
rewrite /when; case: x => [h|_]; first exact: h.
by move=> xs _; exists 0 => N _ [_ [_ [/= + _]]]; rewrite negz leNgt oppr_lt0 ltr01.
Qed.

Lemma holds_if ar ks e : (forall xs, size xs = ar -> 0 <= nth 0 xs 0 -> 0 <= nth 0 xs 1 ->
    (forall k, k \in ks -> 0 < nth 0 xs k) -> eventually (fun N => holds e.1 (value (F N) xs e.2))) ->
  row_holds ln others (Row ar (ConvexRows.positive ks) e).
Proof.
move=> h xs sz; have [/and3P [a0 b0 /allP pos]|no] := boolP [&& 0 <= nth 0 xs 0, 0 <= nth 0 xs 1 & all (fun k => 0 < nth 0 xs k) ks].
  by apply: eventually_imp (h xs sz a0 b0 pos) => N hN _.
exists 0 => N _ /= [a0 [b0 pos]]; case/negP: no; rewrite a0 b0 /= {a0 b0 h}.
by elim: ks pos {sz} => //= k ks ih [-> /ih].
Qed.

Lemma sign_ok f g : (if (0 < (less_one g).1 * Posz (less_one f).2)%R then Posz 1 else Negz 0)%:~R = sign_of g :> R.
Proof.
rewrite /sign_of pmulr_lgt0 ?ltz_nat ?below_gt0 // /more pmulr_lgt0 ?invr_gt0 ?ltr0n ?below_gt0 // ltr0z.
by case: ifP => _ //; rewrite negz.
Qed.
Lemma apart_none N f b : 1 <= N -> more f != 0 -> 0 <= b -> F N f 0 b = 0.
Proof.
move=> N1 m0; rewrite le_eqVlt => /orP [/eqP <-|b0]; first exact: at_none.
by rewrite at_apart ?mulr_ge0 ?(ltW b0) ?(le_trans ler01 N1) // /geometric eqxx mulr0.
Qed.
(* z^2 / 4 <= exp z *)
Lemma exp_square z : 0 <= z -> z * z / 4%:R <= exp z.
Proof.
move=> z0; have h : z / 2%:R <= exp (z / 2%:R) by apply: le_trans (exp_ge _); rewrite ler_addr ler01.
have z2 : 0 <= z / 2%:R by rewrite divr_ge0 ?ler0n.
have := ler_pmul z2 z2 h h; rewrite -expD; have -> : z / 2%:R + z / 2%:R = z by field.
by apply: le_trans; rewrite le_eqVlt; apply/orP; left; apply/eqP; field.
Qed.
Definition scale (f g : nat) : R := (less_one f).2%:R * (less_one g).2%:R.
Section Two.
Variables f g : nat.
Local Notation E := (scale f g).
Lemma E_gt0 : 0 < E. Proof. by rewrite mulr_gt0 ?ltr0n ?below_gt0. Qed.
Lemma eE : (Posz ((less_one f).2 * (less_one g).2))%:~R = E. Proof. by rewrite /scale -natrM. Qed.
Lemma pE : ((less_one f).1 * Posz (less_one g).2)%:~R = E * more f.
Proof. by rewrite intrM moreE posz /scale; ring. Qed.
Lemma qE : ((less_one g).1 * Posz (less_one f).2)%:~R = E * more g.
Proof. by rewrite intrM moreE posz /scale; ring. Qed.

Lemma entropy_row a b c r t N : 1 <= N -> more g != 0 -> 0 <= a -> 0 < b -> 0 < c -> 0 < r -> 0 < t ->
  a <= N * b -> a <= N * c ->
  0 <= E * sign_of g * (r * F N g a c)
    - t * (E * more g * (entropy ln N a b + a * (ln b - ln c)) + E * (a * (1 + ln r - ln t))).
Proof.
move=> N1 m0 a0 b0 c0 r0 t0 ab ac; rewrite at_apart //.
move: a0; rewrite le_eqVlt => /orP [/eqP <-|a0].
  by rewrite entropyE ?(ltW b0) // (cut0 ln N1) ?(ltW b0) // /geometric eqxx /=; apply: (ge_as (lexx 0)); ring.
rewrite entropy_apart //; apply: (ge_as (mulr_ge0 (ltW E_gt0) (entropy_core (more g) a0 b0 c0 r0 t0))).
transitivity (E * r * (sign_of g * sign_of g) * geometric ln exp (1 + more g) a c
    - t * (E * more g * (a * (ln a - ln b) + a * (ln b - ln c)) + E * (a * (1 + ln r - ln t)))); last by ring.
rewrite sign_square; set G := geometric _ _ _ _ _; set m := more g; set E := scale f g; move: G m E => G m E; set la := ln a; set lb := ln b; set lc := ln c; set lr := ln r; set lt := ln t; move: la lb lc lr lt => la lb lc lr lt. clear. ring.
Qed.

Lemma entropy_row0 a r t : more g != 0 -> 0 < a -> 0 < r -> 0 < t -> eventually (fun N =>
  0 <= E * sign_of g * (r * F N g a 0) - t * (E * more g * entropy ln N a 0 + E * (a * (1 + ln r - ln t)))).
Proof.
move=> m0 a0 r0 t0; set k := 1 + ln r - ln t.
have ta := mulr_gt0 t0 a0; have Ea := mulr_gt0 E_gt0 a0.
case: (ltP 0 (more g)) => mg.
  set c := r * (1 + more g); have c0 : 0 < c by rewrite mulr_gt0 // order_gt0.
  set z0 := Num.max 1 (4%:R * (t * (1 + `|more g + k|)) / c).
  apply: eventually_imp (large (z0 / more g)) => N [N1 KN].
  rewrite at_zero // mg /sign_of mg entropy_zero //.
  set z := more g * ln N; have zz : z0 <= z by rewrite /z mulrC -ler_pdivr_mulr.
  move: (zz); rewrite le_maxl => /andP [z1 zc]; have z0' := le_trans ler01 z1.
  have h1 := ler_wpmul2l (ltW c0) (exp_square z0').
  have h2 : t * (1 + `|more g + k|) * z <= c * (z * z / 4%:R).
    move: zc; rewrite ler_pdivr_mulr // => zc; have := ler_wpmul2r z0' zc; rewrite -subr_ge0 => h; rewrite -subr_ge0.
    have q4 : 0 <= (4%:R : R)^-1 by rewrite invr_ge0 ler0n.
    by apply: (ge_as (mulr_ge0 q4 h)); field.
  have h3 : t * (z + (more g + k)) <= t * (1 + `|more g + k|) * z.
    rewrite -mulrA ler_pmul2l // mulrDl mul1r ler_add2l; apply: le_trans (ler_norm _) _.
    by rewrite ler_pemulr.
  have h := le_trans h3 (le_trans h2 h1); rewrite -subr_ge0 in h.
  by apply: (ge_as (mulr_ge0 (ltW Ea) h)); rewrite /c /z; ring.
have mn : more g < 0 by rewrite lt_neqAle m0.
apply: eventually_imp (large (k / - more g - 1)) => N [N1 KN].
rewrite at_zero // ltNge (ltW mn) /= entropy_zero // !mulr0 sub0r.
have h : 0 <= - more g * (1 + ln N) - k.
  by rewrite subr_ge0 mulrC -ler_pdivr_mulr ?oppr_gt0 // -ler_subl_addl.
by apply: (ge_as (mulr_ge0 (ltW (mulr_gt0 E_gt0 ta)) h)); ring.
Qed.
Local Notation p := (more f).
Local Notation q := (more g).
Definition ordered : bool := (0 < p) && (p < q) || (q < p) && (p < 0).
Lemma ordered_ne : ordered -> p != 0 /\ q != 0.
Proof.
case/orP => /andP [h1 h2]; first by rewrite !gt_eqF // (lt_trans h1 h2).
by rewrite !lt_eqF // (lt_trans h1 h2).
Qed.
Lemma ordered_sign : ordered -> [/\ sign_of f = sign_of g, 0 < sign_of g * p & 0 < sign_of g * (q - p)].
Proof.
rewrite /sign_of; case/orP => /andP [h1 h2].
  by rewrite h1 (lt_trans h1 h2) !mul1r subr_gt0.
have q0 := lt_trans h1 h2.
have nf : (0 < p) = false by rewrite ltNge (ltW h2).
have ng : (0 < q) = false by rewrite ltNge (ltW q0).
by rewrite nf ng !mulN1r !oppr_gt0 subr_lt0.
Qed.
Lemma power_row a b c r t u N : ordered -> 1 <= N -> 0 <= a -> 0 < b -> 0 < c -> 0 < r -> 0 < t -> 0 < u ->
  a <= N * b -> a <= N * c ->
  0 <= E * (E * p) * (r * u * F N g a c) + E * (sign_of g * (E * q - E * p)) * (t * u * a)
    - r * t * F N f a b * (E * (E * q) - (E * q * (E * p) * (ln c - ln b)
        + E * ((E * q - E * p) * ln r + E * p * ln t - E * q * ln u))).
Proof.
move=> od N1 a0 b0 c0 r0 t0 u0 ab ac; have [pn qn] := ordered_ne od; have [es sp sq] := ordered_sign od.
rewrite !at_apart // es; move: a0; rewrite le_eqVlt => /orP [/eqP <-|a0].
  by rewrite /geometric eqxx /=; apply: (ge_as (lexx 0)); clear; ring.
have h := power_core a0 b0 c0 r0 t0 u0 sp sq; have EE := mulr_gt0 E_gt0 E_gt0.
apply: (ge_as (mulr_ge0 (ltW EE) h)); clear.
move: (geometric _ _ _ a c) (geometric _ _ _ a b) => Gq Gp; set m := more f; set n := more g; set e := scale f g.
set s := sign_of g; move: m n e s => m n e s; move: (ln b) (ln c) (ln r) (ln t) (ln u) => lb lc lr lt lu.
ring.
Qed.
Lemma power_row0 a r t u : ordered -> 0 < a -> 0 < r -> 0 < t -> 0 < u -> eventually (fun N =>
  0 <= E * (E * p) * (r * u * F N g a 0) + E * (sign_of g * (E * q - E * p)) * (t * u * a)
    - r * t * F N f a 0 * (E * (E * q) - E * ((E * q - E * p) * ln r + E * p * ln t - E * q * ln u))).
Proof.
move=> od a0 r0 t0 u0; have [pn qn] := ordered_ne od; have [_ _ sq] := ordered_sign od.
have EE := mulr_gt0 E_gt0 E_gt0; have tua := mulr_gt0 (mulr_gt0 t0 u0) a0.
have rest := mulr_ge0 (ltW EE) (mulr_ge0 (ltW sq) (ltW tua)).
case/orP: od => /andP [h1 h2]; last first.
  have q0 := lt_trans h1 h2; exists 1 => N N1; rewrite !at_zero // !ltNge (ltW h2) (ltW q0) /=.
  apply: (ge_as rest); clear; set m := more f; set n := more g; set e := scale f g.
  set s := sign_of g; move: m n e s => m n e s; move: (ln r) (ln t) (ln u) => lr lt lu; ring.
have q0 := lt_trans h1 h2; set x := q - ((q - p) * ln r + p * ln t - q * ln u).
set c := u * p * (1 + q) * (q - p).
have qp : 0 < q - p by rewrite subr_gt0.
have up := mulr_gt0 (mulr_gt0 u0 h1) (order_gt0 g).
have c0 : 0 < c := mulr_gt0 up qp.
apply: eventually_imp (large (t * (1 + p) * `|x| / c)) => N [N1 KN]; rewrite !at_zero // h1 q0.
move: KN; rewrite ler_pdivr_mulr // => KN.
have k1 : 0 <= t * (1 + p) * `|x| - t * (1 + p) * x.
  by rewrite -mulrBr mulr_ge0 ?mulr_ge0 ?(ltW t0) ?(ltW (order_gt0 f)) // subr_ge0 ler_norm.
have k2 : 0 <= exp (q * ln N) - exp (p * ln N) * (1 + (q - p) * ln N).
  have -> : exp (q * ln N) = exp (p * ln N) * exp ((q - p) * ln N) by rewrite -expD; congr exp; ring.
  by rewrite -mulrBr mulr_ge0 ?subr_ge0 ?exp_ge ?(ltW (exp_gt0 _)).
have upq := ltW up.
rewrite -subr_ge0 in KN.
have k4 := mulr_ge0 (ltW (exp_gt0 (p * ln N))) (addr_ge0 KN k1).
have ra := mulr_ge0 (ltW EE) (ltW (mulr_gt0 r0 a0)).
have k3 := mulr_ge0 upq (ltW (exp_gt0 (p * ln N))).
have k5 := mulr_ge0 ra (addr_ge0 (addr_ge0 (mulr_ge0 upq k2) k3) k4).
apply: (ge_as (addr_ge0 k5 rest)); rewrite /c /x {c x c0 KN k1 k2 k3 k4 k5 rest upq up qp ra sq}.
have -> : sign_of g = 1 by rewrite /sign_of q0.
clear; move: (exp (q * ln N)) (exp (p * ln N)) (`|q - ((q - p) * ln r + p * ln t - q * ln u)|) => Z Y v.
set m := more f; set n := more g; set e := scale f g; move: m n e => m n e.
move: (ln r) (ln t) (ln u) (ln N) => lr lt lu lN; ring.
Qed.
Lemma excess_row a b c t : 0 < q -> 0 <= a -> 0 <= b -> 0 < c -> 0 < t -> eventually (fun N =>
  0 <= E * F N g a b - t * excess a (c * b) * (E + E * q * ln c - E * ln t)).
Proof.
move=> q0 a0 b0 c0 t0; have qn : q != 0 by rewrite gt_eqF.
set k := t * (1 + q * ln c - ln t).
have kc : k <= exp (q * ln c).
  have h := ler_wpmul2l (ltW t0) (exp_ge (q * ln c - ln t)).
  have -> : exp (q * ln c) = t * exp (q * ln c - ln t).
    by rewrite -[X in _ = X * _](expK t0) -expD; congr exp; ring.
  by apply: le_trans h; rewrite /k addrA.
have cb : 0 <= c * b by rewrite mulr_ge0 // ltW.
have goal_of G x : k * x <= G -> 0 <= E * G - t * x * (E + E * q * ln c - E * ln t).
  rewrite -subr_ge0 => h; apply: (ge_as (mulr_ge0 (ltW E_gt0) h)); rewrite /k; clear.
  set n := more g; set e := scale f g; move: n e => n e; move: (ln c) (ln t) => lc lt; ring.
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
Lemma turned_row a b : p < 0 -> q < 0 -> p + q = -1 -> 0 <= a -> 0 <= b ->
  eventually (fun N => F N f a b = F N g b a).
Proof.
move=> p0 q0 pq a0 b0; have pn : p != 0 by rewrite lt_eqF.
have qn : q != 0 by rewrite lt_eqF.
have sf : sign_of f = -1 by rewrite /sign_of ltNge (ltW p0).
have sg : sign_of g = -1 by rewrite /sign_of ltNge (ltW q0).
move: (a0) (b0); rewrite le_eqVlt => /orP [/eqP <-|ap]; rewrite le_eqVlt => /orP [/eqP <-|bp].
- by exists 1 => N N1; rewrite !at_none.
- by exists 1 => N N1; rewrite apart_none // at_zero // ltNge (ltW q0).
- by exists 1 => N N1; rewrite apart_none // at_zero // ltNge (ltW p0).
exists (Num.max 1 (Num.max (a / b) (b / a))) => N; rewrite !le_maxl => /and3P [N1 ab ba].
rewrite !at_apart -?ler_pdivr_mulr // sf sg; congr (_ * _); rewrite /geometric orbC; case: ifP => // _.
have -> : q = -1 - p by rewrite -pq; ring.
congr exp; ring.
Qed.
End Two.
(* where the reference is zero so is a, or the order is below one *)
Lemma reference_none N f a : 1 <= N -> more f != 0 -> 0 <= a -> (0 < more f -> a = 0) -> F N f a 0 = 0.
Proof.
move=> N1 m0; rewrite le_eqVlt => /orP [/eqP <- _|ap none]; first exact: at_none.
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
Lemma product_row f a b c d : more f != 0 -> 0 <= a -> 0 <= b -> 0 <= c -> 0 <= d ->
  (0 < more f -> b = 0 -> a = 0) -> (0 < more f -> d = 0 -> c = 0) ->
  eventually (fun N => F N f (a * c) (b * d) = sign_of f * (F N f a b * F N f c d)).
Proof.
move=> m0 a0 + c0 +; rewrite le_eqVlt => /orP [/eqP <- + none _|bp].
  have za p := none p erefl; exists 1 => N N1; rewrite mul0r (reference_none N1 m0 a0 za).
  by rewrite (reference_none N1 m0 (mulr_ge0 a0 c0)) ?mul0r ?mulr0 // => /za ->; rewrite mul0r.
rewrite le_eqVlt => /orP [/eqP <- _ none|dp _ _].
  have zc p := none p erefl; exists 1 => N N1; rewrite mulr0 (reference_none N1 m0 c0 zc).
  by rewrite (reference_none N1 m0 (mulr_ge0 a0 c0)) ?mulr0 // => /zc ->; rewrite mulr0.
exists (Num.max 1 (Num.max (a * c / (b * d)) (Num.max (a / b) (c / d)))) => N.
rewrite !le_maxl !ler_pdivr_mulr ?mulr_gt0 // => /and4P [N1 h1 h2 h3].
rewrite !at_apart ?mulr_ge0 ?mulr_gt0 // geometric_times //.
set s := sign_of f; have s1 : s * s = 1 := sign_square f; move: (geometric _ _ _ a b) (geometric _ _ _ c d) => G H.
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
Lemma tangent_row f a b n d : more f != 0 -> 0 <= a -> 0 <= b -> 0 < n -> 0 < d -> eventually (fun N =>
  0 <= n * d * F N f a b - F N f n d * ((1 + more f) * (d * a) - more f * (n * b))).
Proof.
move=> m0 a0 b0 n0 d0; have nd : 0 < n * d by rewrite mulr_gt0.
set o := 1 + more f; set G := geometric ln exp o n d.
have G0 : 0 < G by rewrite /G geometric_exp // mulr_gt0.
have lineE : n * d * (slope_at ln exp o (n / d) * a + (1 - o) * power_of ln exp o (n / d) * b)
    = G * (o * (d * a) - more f * (n * b)).
  have := slope_as o n0 d0; have := power_as o n0 d0; rewrite -/G /o; move: (slope_at _ _ _ _) (power_of _ _ _ _) => s p.
  move=> ep es; transitivity ((s * n) * (d * a) - more f * (p * d) * (n * b)); first by ring.
  by rewrite es ep; ring.
have t0 := divr_gt0 n0 d0.
move: b0; rewrite le_eqVlt => /orP [/eqP bz|bp].
  move: a0; rewrite le_eqVlt => /orP [/eqP az|ap].
    exists 1 => N N1; rewrite -az -bz at_none // !mulr0 subrr mulr0 subrr; exact: lexx.
  exists (Num.max 1 (n / d)) => N; rewrite le_maxl => /andP [N1 nN].
  have Np := lt_le_trans ltr01 N1.
  rewrite -bz mulr0 mulr0 subr0 at_zero // at_apart ?(ltW n0) -?ler_pdivr_mulr //; rewrite -/o -/G /sign_of.
  case: (ltP 0 (more f)) => mp; last first.
    by rewrite mulr0 sub0r mulN1r mulNr opprK mulr_ge0 ?(ltW G0) // mulr_ge0 ?ltW ?mulr_gt0 ?order_gt0.
  rewrite mul1r; have GE : G = n * exp (more f * (ln n - ln d)).
    by rewrite /G geometric_exp //; congr (_ * exp (_ * _)); rewrite /o; ring.
  have h : exp (more f * (ln n - ln d)) <= exp (more f * ln N).
    apply: (exp_le lnM ln_le exp_gt0 lnK); rewrite ler_pmul2l // -(ln_div lnM) //.
    exact: (ln_mono lnM ln_le).
  have k : 0 <= n * (d * (o * a)) by rewrite !mulr_ge0 ?ltW ?order_gt0.
  rewrite -subr_ge0 in h; by apply: (ge_as (mulr_ge0 k h)); rewrite GE; move: (exp _) (exp _) => x y; ring.
exists (Num.max 1 (Num.max (a / b) (n / d))) => N; rewrite !le_maxl => /and3P [N1 ab nN].
rewrite !at_apart ?(ltW n0) -?ler_pdivr_mulr // -/o -/G.
rewrite [X in 0 <= X](_ : _ = n * d * (sign_of f * geometric ln exp o a b)
    - sign_of f * (G * (o * (d * a) - more f * (n * b)))); last by ring.
rewrite -lineE /sign_of; set line := slope_at _ _ _ _ * a + _.
case: (ltP 0 (more f)) => mp.
  have o1 : 1 < o by rewrite /o ltr_addl.
  rewrite !mul1r -mulrBr mulr_ge0 ?(ltW nd) // subr_ge0 /line.
  move: a0; rewrite le_eqVlt => /orP [/eqP <-|ap]; last exact: (geometric_above lnM ln_le exp_gt0 lnK o1 ap bp t0).
  rewrite mulr0 add0r /geometric eqxx /= mulr_le0_ge0 ?(ltW bp) // mulr_le0_ge0 ?(ltW (exp_gt0 _)) //.
  by rewrite subr_le0 ltW.
have o0 : 0 < o by exact: order_gt0.
have o1 : o < 1 by rewrite /o gtr_addl lt_neqAle m0.
rewrite !mulN1r mulrN opprK addrC -mulrBr mulr_ge0 ?(ltW nd) // subr_ge0 /line.
exact: (geometric_below lnM ln_le exp_gt0 lnK o0 o1 a0 (ltW bp) t0).
Qed.
Lemma enough (xs : seq R) : eventually (fun N => 1 <= N /\ forall x, x \in xs -> x <= N).
Proof.
exists (foldr Num.max 1 xs) => N; elim: xs => [|x xs ih] /=; first by move=> h; split.
rewrite le_maxl => /andP [xN /ih [N1 h]]; split=> // y; by rewrite inE => /orP [/eqP ->|/h].
Qed.

Section Assembly.
Variables f g : nat.
Local Notation E := (scale f g).
Lemma sign_p : (0 < (less_one f).1 * Posz (less_one g).2)%R = (0 < more f).
Proof. by rewrite -(ltr0z R) pE pmulr_rgt0 ?E_gt0. Qed.
Lemma sign_q : (0 < (less_one g).1 * Posz (less_one f).2)%R = (0 < more g).
Proof. by rewrite -(ltr0z R) qE pmulr_rgt0 ?E_gt0. Qed.
Lemma negative_p : ((less_one f).1 * Posz (less_one g).2 < 0)%R = (more f < 0).
Proof. by rewrite -(ltrz0 R) pE pmulr_rlt0 ?E_gt0. Qed.
Lemma negative_q : ((less_one g).1 * Posz (less_one f).2 < 0)%R = (more g < 0).
Proof. by rewrite -(ltrz0 R) qE pmulr_rlt0 ?E_gt0. Qed.
Lemma p_below_q : ((less_one f).1 * Posz (less_one g).2 < (less_one g).1 * Posz (less_one f).2)%R = (more f < more g).
Proof. by rewrite -(ltr_int R) pE qE ltr_pmul2l ?E_gt0. Qed.
Lemma q_below_p : ((less_one g).1 * Posz (less_one f).2 < (less_one f).1 * Posz (less_one g).2)%R = (more g < more f).
Proof. by rewrite -(ltr_int R) pE qE ltr_pmul2l ?E_gt0. Qed.
Lemma none_q : (less_one g).1 * Posz (less_one f).2 != 0 -> more g != 0.
Proof. by apply: contraNneq => h; rewrite -(intr_eq0 R) qE h mulr0. Qed.

Theorem powers_hold : every (row_holds ln others) (power_table f g).
Proof.
have le_of (c N x : R) : 0 < c -> x / c <= N -> x <= N * c by move=> c0; rewrite ler_pdivr_mulr.
split; [|split; [|split; [|split; [|split; [|split; [|split; [|split]]]]]]] => //; apply: holds_when.
- move/none_q => m0; apply: holds_if => -[|a [|b [|r [|t [|? ?]]]]] //= _ a0 b0 pos.
  have r0 := pos 2%N isT; have t0 := pos 3%N isT; rewrite /= in r0 t0.
  have main : eventually (fun N => 0 <= E * sign_of g * (r * F N g a b)
      - t * (E * more g * (entropy ln N a b + a * 0) + E * (a * (1 + ln r - ln t)))).
    move: b0; rewrite le_eqVlt => /orP [/eqP <-|bp]; last first.
      apply: eventually_imp (enough [:: a / b]) => N [N1 h].
      have ab : a <= N * b by apply: le_of => //; apply: h; rewrite inE.
      by have := entropy_row f N1 m0 a0 bp bp r0 t0 ab ab; rewrite subrr.
    move: a0; rewrite le_eqVlt => /orP [/eqP <-|ap].
      exists 1 => N N1; rewrite at_none // entropyE // (cut0 ln N1) //.
      by apply: (ge_as (lexx 0)); clear; ring.
    apply: eventually_imp (entropy_row0 f m0 ap r0 t0) => N h; by rewrite mulr0 addr0.
  apply: eventually_imp (eventually_and main (enough [:: r^-1; t^-1])) => N [h [N1 big]].
  have lr := log_entropy lnM r0 (big _ (mem_head _ _)).
  have lt := log_entropy lnM t0 (big t^-1 _); rewrite inE mem_head orbT in lt; have {}lt := lt isT.
  move: h; rewrite !(intrM, intrD, mulrNz) eE sign_ok moreE !posz !negz !mulN1r lr lt /scale.
  move: (F N g a b) (entropy ln N a b) (more g) (sign_of g) (ln r) (ln t) => G H m s lr' lt' h.
  by apply: (ge_as h); clear; ring.
- move/none_q => m0; apply: holds_if => -[|a [|b [|c [|r [|t [|? ?]]]]]] //= _ a0 b0 pos.
  have bp := pos 1%N isT; have c0 := pos 2%N isT; have r0 := pos 3%N isT; have t0 := pos 4%N isT; rewrite /= in bp c0 r0 t0.
  apply: eventually_imp (enough [:: a / b; a / c; b^-1; c^-1; r^-1; t^-1]) => N [N1 big].
  have ab : a <= N * b by apply: le_of => //; apply: big; rewrite !inE eqxx ?orbT.
  have ac : a <= N * c by apply: le_of => //; apply: big; rewrite !inE eqxx ?orbT.
  have h := entropy_row f N1 m0 a0 bp c0 r0 t0 ab ac.
  have lb : - entropy ln N 1 b = ln b by apply: log_entropy => //; apply: big; rewrite !inE eqxx ?orbT.
  have lc : - entropy ln N 1 c = ln c by apply: log_entropy => //; apply: big; rewrite !inE eqxx ?orbT.
  have lr : - entropy ln N 1 r = ln r by apply: log_entropy => //; apply: big; rewrite !inE eqxx ?orbT.
  have lt : - entropy ln N 1 t = ln t by apply: log_entropy => //; apply: big; rewrite !inE eqxx ?orbT.
  move: h; rewrite !(intrM, intrD, mulrNz) eE sign_ok moreE !posz !negz !mulN1r lb lc lr lt /scale {ab ac}.
  move: (F N g a c) (entropy ln N a b) (more g) (sign_of g) (ln b) (ln c) (ln r) (ln t) => G H m s lb' lc' lr' lt' {}h.
  by apply: (ge_as h); clear; ring.
- move=> od'; have od : ordered f g by move: od'; rewrite sign_p negative_p p_below_q q_below_p.
  have [pn qn] := ordered_ne od.
  apply: holds_if => -[|a [|b [|r [|t [|u [|? ?]]]]]] //= _ a0 b0 pos.
  have r0 := pos 2%N isT; have t0 := pos 3%N isT; have u0 := pos 4%N isT; rewrite /= in r0 t0 u0.
  have main : eventually (fun N => 0 <= E * (E * more f) * (r * u * F N g a b)
      + E * (sign_of g * (E * more g - E * more f)) * (t * u * a)
    - r * t * F N f a b * (E * (E * more g) - (E * more g * (E * more f) * 0
        + E * ((E * more g - E * more f) * ln r + E * more f * ln t - E * more g * ln u)))).
    move: b0; rewrite le_eqVlt => /orP [/eqP <-|bp]; last first.
      apply: eventually_imp (enough [:: a / b]) => N [N1 h].
      have ab : a <= N * b by apply: le_of => //; apply: h; rewrite inE.
      by have := power_row od N1 a0 bp bp r0 t0 u0 ab ab; rewrite subrr.
    move: a0; rewrite le_eqVlt => /orP [/eqP <-|ap].
      exists 1 => N N1; rewrite !at_none //.
      by apply: (ge_as (lexx 0)); clear; ring.
    by apply: eventually_imp (power_row0 od ap r0 t0 u0) => N h; rewrite mulr0 add0r.
  apply: eventually_imp (eventually_and main (enough [:: r^-1; t^-1; u^-1])) => N [h [N1 big]].
  have lr : - entropy ln N 1 r = ln r by apply: log_entropy => //; apply: big; rewrite !inE eqxx ?orbT.
  have lt : - entropy ln N 1 t = ln t by apply: log_entropy => //; apply: big; rewrite !inE eqxx ?orbT.
  have lu : - entropy ln N 1 u = ln u by apply: log_entropy => //; apply: big; rewrite !inE eqxx ?orbT.
  move: h; rewrite !(intrM, intrD, mulrNz) eE sign_ok !moreE !posz !negz !mulN1r lr lt lu /scale.
  move: (F N g a b) (F N f a b) (more f) (more g) (sign_of g) (ln r) (ln t) (ln u) => G H m n s lr' lt' lu' h.
  by apply: (ge_as h); clear; ring.
- move=> od'; have od : ordered f g by move: od'; rewrite sign_p negative_p p_below_q q_below_p.
  have [pn qn] := ordered_ne od.
  apply: holds_if => -[|a [|b [|c [|r [|t [|u [|? ?]]]]]]] //= _ a0 b0 pos.
  have bp := pos 1%N isT; have c0 := pos 2%N isT; have r0 := pos 3%N isT; have t0 := pos 4%N isT; have u0 := pos 5%N isT.
  rewrite /= in bp c0 r0 t0 u0.
  apply: eventually_imp (enough [:: a / b; a / c; b^-1; c^-1; r^-1; t^-1; u^-1]) => N [N1 big].
  have ab : a <= N * b by apply: le_of => //; apply: big; rewrite !inE eqxx ?orbT.
  have ac : a <= N * c by apply: le_of => //; apply: big; rewrite !inE eqxx ?orbT.
  have h := power_row od N1 a0 bp c0 r0 t0 u0 ab ac.
  have lb : - entropy ln N 1 b = ln b by apply: log_entropy => //; apply: big; rewrite !inE eqxx ?orbT.
  have lc : - entropy ln N 1 c = ln c by apply: log_entropy => //; apply: big; rewrite !inE eqxx ?orbT.
  have lr : - entropy ln N 1 r = ln r by apply: log_entropy => //; apply: big; rewrite !inE eqxx ?orbT.
  have lt : - entropy ln N 1 t = ln t by apply: log_entropy => //; apply: big; rewrite !inE eqxx ?orbT.
  have lu : - entropy ln N 1 u = ln u by apply: log_entropy => //; apply: big; rewrite !inE eqxx ?orbT.
  move: h; rewrite !(intrM, intrD, mulrNz) eE sign_ok !moreE !posz !negz !mulN1r lb lc lr lt lu /scale.
  move: (F N g a c) (F N f a b) (more f) (more g) (sign_of g) (ln b) (ln c) (ln r) (ln t) (ln u) => G H m n s lb' lc' lr' lt' lu' {}h.
  by apply: (ge_as h); clear; ring.
- case/and3P; rewrite negative_p negative_q => p0 q0 pq.
  have e : more f + more g = -1.
    have En : E != 0 by rewrite gt_eqF ?E_gt0.
    apply: (mulfI En); rewrite mulrDr -pE -qE -intrD (eqP pq) mulrNz eE mulrN1 //.
  apply: (@holds_if 2 [::]) => -[|a [|b [|? ?]]] //= _ a0 b0 _.
  by apply: eventually_imp (turned_row p0 q0 e a0 b0) => N ->; rewrite negz mulN1r subrr.
- rewrite sign_q => q0; apply: holds_if => -[|a [|b [|c [|t [|? ?]]]]] //= _ a0 b0 pos.
  have c0 := pos 2%N isT; have t0 := pos 3%N isT; rewrite /= in c0 t0.
  apply: eventually_imp (eventually_and (excess_row f q0 a0 b0 c0 t0) (enough [:: c^-1; t^-1])) => N [h [N1 big]].
  have lc : - entropy ln N 1 c = ln c by apply: log_entropy => //; apply: big; rewrite !inE eqxx ?orbT.
  have lt : - entropy ln N 1 t = ln t by apply: log_entropy => //; apply: big; rewrite !inE eqxx ?orbT.
  move: h; rewrite !(intrM, intrD, mulrNz) !eE moreE !posz !negz !mulN1r lc lt /scale.
  move: (F N g a b) (excess a (c * b)) (more g) (ln c) (ln t) => G H m lc' lt' h.
  by apply: (ge_as h); clear; ring.
- move/none_q => m0; apply: holds_if => -[|a [|b [|n [|d [|? ?]]]]] //= _ a0 b0 pos.
  have n0 := pos 2%N isT; have d0 := pos 3%N isT; rewrite /= in n0 d0.
  apply: eventually_imp (tangent_row m0 a0 b0 n0 d0) => N h.
  rewrite !(intrM, intrD, mulrNz) eE moreE !posz !negz !mulN1r /scale.
  move: (F N g a b) (F N g n d) (more g) h => G H m h.
  by apply: (ge_as (mulr_ge0 (ltW (E_gt0 f g)) h)); rewrite /scale; clear; ring.
move/none_q => m0 -[|a [|b [|c [|d [|m [|k [|? ?]]]]]]] //= _; rewrite /finite sign_q.
have [/and5P [a0 b0 c0 d0 /implyP fin]|no] := boolP [&& 0 <= a, 0 <= b, 0 <= c, 0 <= d &
    (0 < more g) ==> (a <= m * b) && (c <= k * d)]; last first.
  exists 0 => N _ /= [a0 [b0 [c0 [d0 fin]]]]; case/negP: no; rewrite a0 b0 c0 d0 /=; apply/implyP => q0.
  move: fin; rewrite q0 /= negz !mulN1r !subr_ge0; by case=> [-> [-> _]].
have none x y z : 0 <= x -> x <= z * y -> y = 0 -> x = 0.
  by move=> x0 + y0; rewrite y0 mulr0 => h; apply/eqP; rewrite eq_le h.
apply: eventually_imp (product_row m0 a0 b0 c0 d0 _ _) => [N e _|/fin /andP [h _]|/fin /andP [_ h]]; [|exact: none h|exact: none h].
by rewrite /= e sign_ok negz mulN1r subrr.
Qed.
End Assembly.
End Rows.

(* all functions of convex terms, with their rows; an order that its number does not say is any *)
Theorem functions_with_powers (R : rcfType) (ln exp : R -> R) :
  (forall x y, 0 < x -> 0 < y -> ln (x * y) = ln x + ln y) -> (forall x, 0 < x -> ln x <= x - 1) ->
  (forall y, 0 < exp y) -> (forall y, ln (exp y) = y) -> (forall x : R, exists k : nat, x <= k%:R) ->
  forall order : nat -> R, (forall f, (3 < f)%N -> (less_one f).1 != 0 -> order f = 1 + more R f) ->
  (forall f, (3 < f)%N -> (f %% 4 = 3)%N -> order f <= 0 \/ order f = 1) ->
  functions (at_N ln (fun N f => power ln exp N (order f))).
Proof.
move=> lnM ln_le e0 lnK ar order said o3.
have known f : (3 < f)%N -> (f %% 4 = 1)%N -> exists x y : nat, less_one f = (Posz x.+1, y.+1).
  by case: f => [|[|[|[|f]]]] // _ e; rewrite /less_one e; case: (pair_of _) => x y; exists x, y.
have o1 f : (3 < f)%N -> (f %% 4 = 1)%N -> 1 < order f.
  move=> f3 e; have [x [y ex]] := known f f3 e; rewrite said // /more ex // ltr_addl divr_gt0 ?ltr0n //.
have less f : (3 < f)%N -> (f %% 4 = 2)%N -> exists x y : nat, less_one f = (Negz y, (x + y).+2).
  by case: f => [|[|[|[|f]]]] // _ e; rewrite /less_one e; case: (pair_of _) => x y; exists x, y.
have o2 f : (3 < f)%N -> (f %% 4 = 2)%N -> 0 < order f /\ order f < 1.
  move=> f3 e; have [x [y ex]] := less f f3 e; rewrite said // ?ex //; split; first exact: order_gt0.
  by rewrite /more ex /= NegzE mulrNz mulNr gtr_addl oppr_lt0 divr_gt0 ?ltr0n // ltr0z.
apply: functions_hold => //.
- by move=> N f N1 f3; apply: power_sublinear.
- by move=> f f3 gf N N' a b; apply: power_stays.
by move=> f g; apply: powers_hold.
Qed.
