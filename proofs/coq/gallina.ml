(* What a file says and how it proves it, as the data of Coq on which `check_proof` and `check_induction` are evaluated
   there: pmlsym-check --coq FILE.. prints a module for each certificate. Nothing of it needs trust but what reads
   sequents does (sequent_file.ml), since Coq checks the data that are printed. *)
open Extracted
open Sequent_file

let nat k = string_of_int (Convex_reading.to_int k)
let boolean b = if b then "true" else "false"
let list f l = match l with [] -> "[::]" | l -> "[:: " ^ String.concat "; " (List.map f l) ^ "]"
let pair f g (x, y) = Printf.sprintf "(%s, %s)" (f x) (g y)
let made name arguments = Printf.sprintf "(%s)" (String.concat " " (name :: arguments))
let option f = function None -> "None" | Some x -> made "Some" [ f x ]
let integer = function Posz k -> made "Posz" [ nat k ] | Negz k -> made "Negz" [ nat k ]
let letter = pair nat nat
let letters = list letter
let nats = list nat
let polynomial = list (pair integer (pair letters (list (pair nat letters))))
let fact = pair (function Ge -> "Ge" | Gt -> "Gt" | Eq -> "Eq") polynomial
let facts = list fact
let declaration d =
  made "Declaration" [ nats d.d_alphabets; boolean d.d_nonnegative; boolean d.d_positive; boolean d.d_at_most_one;
                       boolean d.d_indicator; nats d.d_stochastic ]
let declarations = list declaration
let a_function = pair nat (pair polynomial nat)
let term t =
  made "ConvexTerm" [ nat t.ct_tensor; a_function t.ct_function; letters t.ct_letters; polynomial t.ct_a; polynomial t.ct_b;
                      nat t.ct_denominator ]
let rule r =
  made "Rule" [ declarations r.r_declarations; letters r.r_constants; list term r.r_terms; nats r.shared_alphabets;
                nats r.shared_tensors; letters r.shared_letters; facts r.premises; fact r.r_conclusion ]
let table f = list (pair letter f)
let kind = function Nonneg -> "Nonneg" | Posit -> "Posit" | AtMost -> "AtMost" | SizeGe -> "SizeGe"
let use = function
  | Known (k, pairs, n) -> made "Known" [ nat k; table letter pairs; nat n ]
  | Declared (k, a) -> made "Declared" [ kind k; pair nat letters a ]
let uses = list use
let evidence = option use
let combine (c : combine) =
  let term (t : Extracted.term) = made "Term" [ integer t.coef; uses t.uses; letters t.summed ] in
  made "Combine" [ nat c.scale; fact c.statement; uses c.multiplier; list term c.terms ]
let reading = function
  | IsZero -> "IsZero"
  | IsSame -> "IsSame"
  | IsEntry (k, l, n, v) -> made "IsEntry" [ nat k; letters l; nat n; polynomial v ]
let application i =
  made "Application"
    [ nat i.a_rule; list (pair nat nats) i.a_alphabets; table letters i.a_letters; table letters i.a_quantified;
      list (pair nat (pair letters polynomial)) i.a_bodies; nat i.a_denominator; nat i.a_shift;
      list (pair (table letters) reading) i.a_terms; polynomial i.a_guard; evidence i.a_guarded; list evidence i.a_shown;
      nat i.a_base; fact i.a_statement ]
let rec written = function
  | WArg (k, n) -> made "WArg" [ nat k; nat n ]
  | WNum c -> made "WNum" [ integer c ]
  | WHalf -> "WHalf"
  | WPlus (x, y) -> made "WPlus" [ written x; written y ]
  | WTimes (x, y) -> made "WTimes" [ written x; written y ]
  | WFun (f, o, x, y, r) -> made "WFun" [ nat f; written o; written x; written y; reading r ]
let convex = function
  | Perspective (f, parts, r, us) ->
      let part = pair (pair (pair polynomial polynomial) letters) reading in
      made "Perspective" [ a_function f; list part parts; reading r; list evidence us ]
  | Scale (f, v, a, b, r, r', u) ->
      made "Scale" [ a_function f; polynomial v; polynomial a; polynomial b; reading r; reading r'; evidence u ]
  | Same (f, a, b, c, d, r, r', u, u') ->
      made "Same" (a_function f :: List.map polynomial [ a; b; c; d ] @ [ reading r; reading r'; evidence u; evidence u' ])
  | OfTable t ->
      let needs = list (pair written evidence) t.t_needs in
      made "OfTable" [ made "TableRow" [ nat t.t_row; list (pair polynomial nat) t.t_arguments; written t.t_says; needs ] ]
let extension = function
  | Define (t, l, p, d, n, us) -> made "Define" [ nat t; letters l; polynomial p; nat d; nat n; list evidence us ]
  | Choose (t, l, l', p, l'', n) -> made "Choose" [ nat t; letters l; letters l'; polynomial p; letters l''; nat n ]
  | Reciprocal (t, l, k, d) -> made "Reciprocal" [ nat t; letters l; nat k; nat d ]
let rec proof = function
  | Done -> "Done"
  | Comb (c, p) -> made "Comb" [ combine c; proof p ]
  | Split (f, q, l, p, p', p'') -> made "Split" [ fact f; polynomial q; table letter l; proof p; proof p'; proof p'' ]
  | Indi (i, p) -> made "Indi" [ made "Indicate" [ nat i.n_ind; letters i.n_places; polynomial i.n_poly ]; proof p ]
  | Lim (l, p) -> made "Lim" [ made "Limit" [ nat l.l_var; nat l.l_fact; fact l.l_stmt ]; proof p ]
  | Exte (e, p) -> made "Exte" [ extension e; proof p ]
  | Conv (c, f, p) -> made "Conv" [ convex c; fact f; proof p ]
  | Appl (i, p) -> made "Appl" [ application i; proof p ]
  | Enla (l, p) -> made "Enla" [ made "Enlargement" [ nat l.l_alphabet; nat l.l_number; nat l.l_room ]; proof p ]
  | Entr (t, p) -> made "Entr" [ term t; proof p ]
let lemma l = made "Lemma_" [ rule l.l_rule; nats l.l_hidden; list term l.l_terms; proof l.l_proof ]
let side s =
  let proved q =
    made "Proved" [ letters q.p_constants; facts q.p_facts; proof q.p_steps; fact q.p_goal ] in
  made "Side" [ application s.s_at; list proved s.s_proofs ]
let induction j =
  made "Induction" [ declarations j.j_declarations; nats j.j_state; nats j.j_moved; nats j.j_same; nats j.j_kept;
                     list term j.j_fixed; list term j.j_moving; list term j.j_further; facts j.j_invariant; facts j.j_shared; facts j.j_increment; side j.j_base; side j.j_next ]

let head = "From mathcomp Require Import all_ssreflect all_algebra.\n\
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent ConvexRows Certificate Checker Lemmas Eventually Induction.\n\
Local Open Scope nat_scope.\n"
let define name kind value = Printf.sprintf "Definition %s : %s := %s.\n" name kind value
(* what alphabets and tensors are called, in a comment, which no name of a file ends *)
let legend book =
  let plain c = match c with '(' | ')' | '*' | '"' | '\000' .. '\031' -> ' ' | c -> c in
  let line what l = Printf.sprintf "%s: %s" what (String.concat ", " (List.map (fun (k, name) ->
      Printf.sprintf "%d %s" k (String.map plain name)) (List.sort compare l))) in
  let alphabets = Hashtbl.fold (fun a k found -> (k, a) :: found) book.alphabets_of [] in
  let tensors = List.map (fun (name, d) -> (d.number, name)) book.tensors in
  Printf.sprintf "(* %s\n   %s *)\n" (line "alphabets" alphabets) (line "tensors" tensors)
(* a module with the data, that Coq accepts them, and what that proves *)
let in_module name lemmas item =
  let own = define "lemmas" "seq lemma" (list lemma lemmas) in
  let inside = match item with
    | Certificate_file.Proof (book, rules, ({ l_rule = r; l_proof = p; _ } as l)) ->
        let terms = Certificate_file.terms_there l in
        legend book ^ own ^ define "ts" "seq convex_term" (list term terms) ^ define "L" "seq rule" (list rule rules)
        ^ define "D" "seq declaration" (declarations r.r_declarations) ^ define "C" "seq letter" (letters r.r_constants)
        ^ define "A" "seq fact" (facts r.premises) ^ define "goal" "fact" (fact r.r_conclusion)
        ^ define "p" "proof" (proof p)
        ^ "Lemma ok : check_proof 100 lemmas ts L D C A p goal. Proof. vm_cast_no_check (erefl true). Qed.\n"
        ^ (if terms = [] && List.for_all (fun l -> l.r_terms = []) rules && not (has_row p || rows_in lemmas)
           then "Definition holds (R : realFieldType) := @sequent_checked R _ _ _ _ _ _ _ _ ok isT.\n"
           else "Definition holds (R : realFieldType) := @eventually_checked R _ _ _ _ _ _ _ _ _ ok.\n")
    | Run (book, j) ->
        legend book ^ own ^ define "J" "induction" (induction j)
        ^ "Lemma ok : check_lemmas false 100 [::] lemmas && check_induction (rows_in lemmas) 100 (map said_by lemmas) J.\n\
           Proof. vm_cast_no_check (erefl true). Qed.\n\
           Definition holds (R : realFieldType) F := @induction_eventually R _ _ _ F ok.\n"
    | Wrong_item -> raise (Json.Malformed "what is refused has no data") in
  Printf.sprintf "Module %s.\n%sEnd %s.\n" name inside name
(* what all of that assumes, in one command, since Coq walks through the whole library each time *)
let last names =
  "Definition everything : unit :=\n" ^ String.concat "" (List.map (Printf.sprintf "let _ := @%s.holds in\n") names)
  ^ "tt.\nPrint Assumptions everything.\n"
