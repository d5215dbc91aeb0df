(* pmlsym-check FILE..: the extracted checker on data that `export.py` wrote, a certificate a line:
   its name, then the arguments of `check` in nested brackets. Prints accepted or refused for each.
   Exit status 0 if all are accepted and there is one, 1 if one is refused, 2 if something cannot be
   read.

   Only this reader stands between the data and the verified function; it knows their syntax alone. *)
open Extracted

exception Malformed of string

type tree = Word of string | List of tree list

let tree_of line =
  let n = String.length line in
  let rec skip k = if k < n && line.[k] = ' ' then skip (k + 1) else k in
  let rec one k =
    let k = skip k in
    if k >= n then raise (Malformed "the line ends early")
    else if line.[k] = '(' then many (k + 1) []
    else if line.[k] = ')' then raise (Malformed "a bracket is closed that was not opened")
    else
      let rec stop j = if j < n && not (String.contains "() " line.[j]) then stop (j + 1) else j in
      let j = stop k in
      (Word (String.sub line k (j - k)), j)
  and many k found =
    let k = skip k in
    if k < n && line.[k] = ')' then (List (List.rev found), k + 1)
    else
      let t, k = one k in
      many k (t :: found)
  in
  let t, k = one 0 in
  if skip k < n then raise (Malformed "something follows the data");
  t

let number = function
  | Word w -> (
      match int_of_string_opt w with
      | Some k when w = string_of_int k -> k
      | _ -> raise (Malformed (w ^ " is not a number")))
  | List _ -> raise (Malformed "a list where a number is needed")

let nat t =
  let k = number t in
  if k < 0 then raise (Malformed "a negative number");
  if k > 1_000_000 then raise (Malformed "a number above a million");
  let rec build k n = if k = 0 then n else build (k - 1) (S n) in
  build k O

let integer t =
  let k = number t in
  if k >= 0 then Posz (nat t) else Negz (nat (Word (string_of_int (-k - 1))))

let boolean = function
  | Word "0" -> false
  | Word "1" -> true
  | _ -> raise (Malformed "a flag is 0 or 1")

let list f = function List l -> List.map f l | Word w -> raise (Malformed (w ^ " is not a list"))

let pair f g = function
  | List [ a; b ] -> (f a, g b)
  | _ -> raise (Malformed "two things are needed")

let letter = pair nat nat
let letters = list letter
let atom = pair nat letters
let poly = list (pair integer (pair letters (list atom)))

let relation = function
  | Word "Ge" -> Ge
  | Word "Gt" -> Gt
  | Word "Eq" -> Eq
  | _ -> raise (Malformed "a relation is Ge, Gt or Eq")

let fact = pair relation poly

let kind = function
  | Word "Nonneg" -> Nonneg
  | Word "Posit" -> Posit
  | Word "AtMost" -> AtMost
  | Word "SizeGe" -> SizeGe
  | _ -> raise (Malformed "what is declared is Nonneg, Posit, AtMost or SizeGe")

let use = function
  | List [ Word "Known"; k; s; shift ] -> Known (nat k, list (pair letter letter) s, nat shift)
  | List [ Word "Declared"; k; a ] -> Declared (kind k, atom a)
  | _ -> raise (Malformed "a use is Known or Declared")

let declaration = function
  | List [ Word "Declaration"; a; n; p; o; i; s ] ->
      { d_alphabets = list nat a; d_nonnegative = boolean n; d_positive = boolean p;
        d_at_most_one = boolean o; d_indicator = boolean i; d_stochastic = list nat s }
  | _ -> raise (Malformed "not a declaration")

let schema = function
  | List [ Word "Schema"; p; c; f ] ->
      { parameter = nat p; conditions = list fact c; conclusion = fact f }
  | _ -> raise (Malformed "not a schema")

let term = function
  | List [ Word "Term"; c; u; s ] -> { coef = integer c; uses = list use u; summed = letters s }
  | _ -> raise (Malformed "not a term")

let combine = function
  | List [ Word "Combine"; k; f; m; ts ] ->
      { scale = nat k; statement = fact f; multiplier = list use m; terms = list term ts }
  | _ -> raise (Malformed "not a combination")

let indicate = function
  | List [ Word "Indicate"; t; l; p ] -> { n_ind = nat t; n_places = letters l; n_poly = poly p }
  | _ -> raise (Malformed "not a definition of an indicator")

let instance = function
  | List [ Word "Instance"; s; l; b; d; g; u; c; f; base; shift ] ->
      { i_schema = nat s; i_places = letters l; i_body = poly b; i_denom = nat d; i_guard = poly g;
        i_guse = use u; i_conds = list use c; i_stmt = fact f; i_base = nat base;
        i_shift = nat shift }
  | _ -> raise (Malformed "not an instance")

let limit = function
  | List [ Word "Limit"; v; k; f ] -> { l_var = nat v; l_fact = nat k; l_stmt = fact f }
  | _ -> raise (Malformed "not a limit")

let rec proof = function
  | List [ Word "Comb"; c; p ] -> Comb (combine c, proof p)
  | List [ Word "Split"; f; c; p; q; r ] -> Split (fact f, poly c, proof p, proof q, proof r)
  | List [ Word "Indi"; i; p ] -> Indi (indicate i, proof p)
  | List [ Word "Inst"; i; p ] -> Inst (instance i, proof p)
  | List [ Word "Lim"; l; p ] -> Lim (limit l, proof p)
  | Word "Done" -> Done
  | _ -> raise (Malformed "not a step")

let fuel = nat (Word "100")

let accepted = function
  | List [ d; c; a; s; goal; p ] ->
      let hypotheses = list fact a in
      check (list declaration d) (letters c) fuel hypotheses (list schema s) hypotheses (proof p)
        (fact goal)
  | _ -> raise (Malformed "six things are needed")

let () =
  let status = ref 0 and judged = ref 0 in
  let line text =
    match String.index_opt text ' ' with
    | None -> raise (Malformed "a line is a name and data")
    | Some k ->
        let data = String.sub text (k + 1) (String.length text - k - 1) in
        let ok = accepted (tree_of data) in
        incr judged;
        if not ok then status := max !status 1;
        print_endline ((if ok then "accepted " else "refused  ") ^ String.sub text 0 k)
  in
  let file name =
    let channel =
      try open_in name
      with Sys_error why -> prerr_endline ("pmlsym-check: " ^ why); exit 2
    in
    try
      while true do
        let text = input_line channel in
        try line text with
        | Malformed why ->
            status := 2;
            print_endline ("unread   " ^ why)
        | Stack_overflow ->
            status := 2;
            print_endline "unread   too deep"
      done
    with End_of_file -> close_in channel
  in
  if Array.length Sys.argv < 2 then (prerr_endline "usage: pmlsym-check FILE.."; exit 2);
  Array.iteri (fun k name -> if k > 0 then file name) Sys.argv;
  if !judged = 0 then (prerr_endline "pmlsym-check: there is no certificate"; exit 2);
  exit !status
