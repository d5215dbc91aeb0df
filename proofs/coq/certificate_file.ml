(* A certificate of a file, as the arguments of `check` (pmlsym/evidence/certificate_file.py).

   What is trusted is the first part: how tensors, hypotheses, schemas and the goal are read. A letter
   that a fact quantifies never is a constant, and a constant is one letter in all facts. The steps of
   the second part need no trust: `check` judges them. *)
open Extracted
open Json
type int = Stdlib.Int.t    (* Coq's integers have this name too *)

(* ---- numbers ---- *)
let most = 1_000_000
let bounded k = if abs k > most then refuse "a number above a million" else k
let nat k =
  let rec build k found = if k <= 0 then found else build (k - 1) (S found) in
  build (bounded k) O
let integer k = if k >= 0 then Posz (nat k) else Negz (nat (- k - 1))
let times a b = bounded (a * b)
(* a number of Coq times one of ours *)
let scaled k c =
  let rec to_int = function O -> 0 | S k -> 1 + to_int k in
  integer (times k (match c with Posz k -> to_int k | Negz k -> - (to_int k + 1)))
let rec gcd a b = if b = 0 then abs a else gcd b (a mod b)
let lcm a b = times (a / gcd a b) b
let whole text =
  match int_of_string_opt text with
  | Some k when string_of_int k = text -> bounded k
  | _ -> refuse (text ^ " is no number, or too large")

(* a fraction in lowest terms: what stands above and what stands below *)
let fraction data =
  let written = text data in
  match String.split_on_char '/' written with
  | [ above ] -> (whole above, 1)
  | [ above; below ] ->
      let p = whole above and q = whole below in
      if q < 2 || gcd p q <> 1 then refuse (written ^ " is no fraction in lowest terms");
      (p, q)
  | _ -> refuse (written ^ " is no fraction")

(* ---- letters and tensors: each has a number ---- *)
(* what a letter is where it stands; letters of one name that are different things have different numbers.
   Case: a letter that the statement of a split quantifies, inside the branches, by how deep they are *)
type role = Constant | Quantified | Place | Case of int | Bound of int    (* by which rule of the sequent *)

type tensor = { number : int; alphabets : string list; declaration : declaration }
type book = {
  alphabets_of : (string, int) Hashtbl.t;
  letters : (role * string, int) Hashtbl.t;
  tensors : (string * tensor) list;
  terms : convex_term list;    (* in the order in which they stand; their tensors are among the tensors *)
  orders : (string, int) Hashtbl.t;    (* functions of terms, by what a power has for its order *)
  cases : (string * role) list;
  summed_from : int;    (* letters that a monomial sums over are numbered from here *)
  most_summed : int;    (* no monomial sums over more *)
  fresh : int;          (* where a rule is applied, new letters are numbered from here *)
  version : int }

let numbered table key =
  match Hashtbl.find_opt table key with
  | Some k -> k
  | None ->
      let k = Hashtbl.length table in
      Hashtbl.add table key k; k

let is_word text =
  let inner = function 'a' .. 'z' | 'A' .. 'Z' | '0' .. '9' | '_' | '\'' | '*' | '~' | '\128' .. '\255' -> true
                     | _ -> false in
  text <> "" && String.for_all inner text && not ('0' <= text.[0] && text.[0] <= '9')

(* "x:X", a letter and its alphabet *)
let alphabet_of letter =
  match String.split_on_char ':' letter with
  | [ name; alphabet ] when is_word name && is_word alphabet -> alphabet
  | _ -> refuse (letter ^ " is no letter with its alphabet")
let is_letter text = match alphabet_of text with _ -> true | exception Malformed _ -> false
let letter_text data = let t = text data in ignore (alphabet_of t); t
let distinct letters =
  if List.length (List.sort_uniq compare letters) < List.length letters then refuse "a letter stands there twice";
  letters
let letters data = distinct (list letter_text data)

let alphabet book name = nat (numbered book.alphabets_of name)
let letter book role name = (alphabet book (alphabet_of name), nat (numbered book.letters (role, name)))
let constants book =
  Hashtbl.fold (fun (role, name) k found ->
      if role = Constant then (alphabet book (alphabet_of name), nat k) :: found else found) book.letters []

let counted name =    (* X of |X| *)
  let n = String.length name in
  if n > 2 && name.[0] = '|' && name.[n - 1] = '|' then Some (String.sub name 1 (n - 2)) else None
let find book name =
  match List.assoc_opt name book.tensors with
  | Some t -> t
  | None -> refuse ("no tensor is called " ^ name)
let number_of book name =
  match counted name with
  | Some alphabet -> 2 * numbered book.alphabets_of alphabet + 1
  | None -> (find book name).number

let flags = [ "nonnegative"; "positive"; "at_most_one"; "indicator" ]
let tensor alphabets_of k (name, data) =
  if name = "" || name = "delta" || name.[0] = '|' then refuse ("the name " ^ name ^ " is reserved");
  match fields [ "alphabets"; "facts"; "stochastic" ] data with
  | [ alphabets; facts; stochastic ] ->
      let alphabets = list text alphabets and facts = list text facts in
      let place = function Integer k -> whole k | _ -> refuse "a place is an integer" in
      let places = list place stochastic in
      if not (List.for_all is_word alphabets) then refuse "an alphabet is a word";
      if List.exists (fun f -> not (List.mem f flags)) facts then refuse ("an unknown fact of " ^ name);
      if List.sort_uniq compare places <> places then refuse "places are rising";
      if List.exists (fun k -> k < 0 || k >= List.length alphabets) places then refuse "there is no such place";
      let has f = List.mem f facts in
      if has "positive" && has "indicator" && places <> [] then refuse ("there is no tensor such as " ^ name);
      (name, { number = 2 * k + 2; alphabets;
               declaration = { d_alphabets = List.map (fun a -> nat (numbered alphabets_of a)) alphabets;
                               d_nonnegative = has "nonnegative"; d_positive = has "positive";
                               d_at_most_one = has "at_most_one"; d_indicator = has "indicator";
                               d_stochastic = List.map nat places } })
  | _ -> assert false

(* ---- polynomials and facts ---- *)
let atom book place data =
  match list text data with
  | [ "delta"; x; y ] ->
      if alphabet_of x <> alphabet_of y then refuse "delta compares letters of one alphabet";
      (nat 0, [ place x; place y ])
  | name :: letters ->
      let wanted = if counted name <> None then [] else (find book name).alphabets in
      if List.map alphabet_of letters <> wanted then refuse ("the letters of " ^ name ^ " do not fit it");
      (nat (number_of book name), List.map place letters)
  | [] -> refuse "an atom is a name followed by its letters"

let index_of x l =
  let rec go k = function [] -> None | y :: _ when y = x -> Some k | _ :: l -> go (k + 1) l in
  go 0 l

(* the coefficients are multiplied by the first result, which makes them integers *)
let polynomial book ?(shift = 0) role data =
  let monomial data =
    match fields [ "coefficient"; "sum"; "atoms" ] data with
    | [ coefficient; sum; atoms ] ->
        let summed = letters sum in
        let bound k name = (alphabet book (alphabet_of name), nat (book.summed_from + shift + k)) in
        let place name =
          match index_of name summed with Some k -> bound k name | None -> letter book (role name) name in
        (fraction coefficient, (List.mapi bound summed, list (atom book place) atoms))
    | _ -> assert false in
  let written = list monomial data in
  let scale = List.fold_left (fun found ((_, q), _) -> lcm found q) 1 written in
  (scale, List.map (fun ((p, q), product) -> (integer (times p (scale / q)), product)) written)

let relation data =
  match text data with
  | ">=" -> Ge
  | ">" -> Gt
  | "==" -> Eq
  | other -> refuse (other ^ " is no relation")

(* the letters that a polynomial does not sum *)
let letters_of data =
  let monomial data =
    match fields [ "coefficient"; "sum"; "atoms" ] data with
    | [ _; sum; atoms ] ->
        let summed = letters sum in
        let named l = List.filter (fun x -> not (List.mem x summed)) (List.filter is_letter (list text l)) in
        List.concat (list named atoms)
    | _ -> assert false in
  List.sort_uniq compare (List.concat (list monomial data))

let rec every_member key = function
  | List l -> List.concat_map (every_member key) l
  | Object m -> List.concat_map (fun (k, v) -> if k = key then [ v ] else every_member key v) m
  | _ -> []
let atoms_of data =
  let monomial m = match List.assoc_opt "atoms" (members m) with
    | Some atoms -> List.map List.hd (list (list text) atoms) | None -> [] in
  List.concat (list monomial data)

(* ---- convex terms: F(a, b) of letters, for a function F of the list ---- *)
let orders_from = 4
let function_of book data =
  match fields (if List.mem_assoc "order" (members data) then [ "function"; "order" ] else [ "function" ]) data with
  | [ name ] -> (match text name with
      | "entropy" -> 0 | "square" -> 1 | "excess" -> 2 | "root" -> 3
      | other -> refuse (other ^ " is no function without an order"))
  | [ name; order ] ->
      if text name <> "power" then refuse "a power alone has an order";
      let scalar name = (find book name).alphabets = [] && counted name = None in
      let key = match list (fields [ "coefficient"; "sum"; "atoms" ]) order with
        | [] -> "0"
        | [ [ c; List []; List [] ] ] -> let p, q = fraction c in Printf.sprintf "%d/%d" p q
        | [ [ Text "1"; List []; List [ List [ Text name ] ] ] ] when scalar name -> "of " ^ name
        | _ -> refuse "an order is a number or a scalar" in
      orders_from + numbered book.orders key
  | _ -> assert false
let function_keys data = if List.mem_assoc "order" (members data) then [ "function"; "order" ] else [ "function" ]
let function_in book data =
  function_of book (Object (List.filter (fun (k, _) -> List.mem k [ "function"; "order" ]) (members data)))

let rescaled k p = if k = 1 then p else List.map (fun (c, m) -> (scaled k c, m)) p
let nothing = { d_alphabets = []; d_nonnegative = false; d_positive = false; d_at_most_one = false; d_indicator = false;
                d_stochastic = [] }
let undeclared d = { nothing with d_alphabets = d.d_alphabets }
(* a term may mention those before it; its arguments speak of its own letters alone *)
let with_term book (name, data) =
  if name = "" || name = "delta" || name.[0] = '|' || List.mem_assoc name book.tensors then
    refuse ("the name " ^ name ^ " is reserved");
  match fields (function_keys data @ [ "letters"; "a"; "b" ]) data with
  | rest ->
      let own, a, b = match List.rev rest with b :: a :: own :: _ -> (letters own, a, b) | _ -> assert false in
      let role x = if List.mem x own then Place else refuse (x ^ " is no letter of " ^ name) in
      let s, p = polynomial book role a in
      let s', q = polynomial book role b in
      let d = lcm s s' and alphabets = List.map alphabet_of own in
      let number = 2 * List.length book.tensors + 2 in
      let term = { ct_tensor = nat number; ct_function = nat (function_in book data);
                   ct_letters = List.map (letter book Place) own; ct_a = rescaled (d / s) p;
                   ct_b = rescaled (d / s') q; ct_denominator = nat d } in
      let declaration = { nothing with d_alphabets = List.map (alphabet book) alphabets } in
      { book with terms = book.terms @ [ term ]; tensors = book.tensors @ [ (name, { number; alphabets; declaration }) ] }

(* a fact that is known: its place among them, what it quantifies, and by what it is multiplied *)
type known = { place : int; over : string list; scale : int;
               fixed_letters : string list }    (* which are quantified in Coq's fact, and not in this one *)
let fixed book name = match List.assoc_opt name book.cases with Some role -> role | None -> Constant
let role_in book over name = if List.mem name over then Quantified else fixed book name

let fact book data =
  match fields [ "name"; "for_all"; "polynomial"; "relation" ] data with
  | [ name; for_all; p; r ] ->
      let over = letters for_all in
      let scale, p = polynomial book (role_in book over) p in
      (text name, { place = 0; over; scale; fixed_letters = [] }, (relation r, p))
  | _ -> assert false

type law = { title : string; of_ : tensor; given : known list; schema : schema }
let law book data =
  match fields [ "name"; "parameter"; "conditions"; "conclusion" ] data with
  | [ name; parameter; conditions; conclusion ] ->
      let of_ = find book (text parameter) and given = list (fact book) conditions in
      let _, _, conclusion = fact book conclusion in
      { title = text name; of_; given = List.map (fun (_, k, _) -> k) given;
        schema = { parameter = nat of_.number; conditions = List.map (fun (_, _, f) -> f) given; conclusion } }
  | _ -> assert false

(* a rule that may be applied, with what its numbers mean. `binding`: its bound tensors in the order in which
   their needs stand; `letters_open`: the letters that an application gives, and as what they stand there *)
type applicable = { called : string; home : book; premises_over : string list list; binding : (string * tensor) list;
                    letters_open : (string * role) list; rule : rule }

(* a rule of a sequent: what it does not bind is shared *)
let rule_of book k data =
  match fields [ "name"; "alphabets"; "tensors"; "premises"; "conclusion" ] data with
  | [ name; alphabets; tensors; premises; conclusion ] ->
      let bound = list text alphabets and named = list text tensors in
      let over = match fields [ "name"; "for_all"; "polynomial"; "relation" ] conclusion with
        | [ _; for_all; _; _ ] -> letters for_all | _ -> assert false in
      let within = { book with cases = List.map (fun x -> (x, Bound k)) over } in
      let facts = list (fact within) premises in
      (* the conclusion quantifies its letters; here they are constants of the rule *)
      let conclusion = match fields [ "name"; "for_all"; "polynomial"; "relation" ] conclusion with
        | [ _; _; p; r ] -> (relation r, snd (polynomial within (fixed within) p)) | _ -> assert false in
      let of_data = every_member "polynomial" data in
      let free = List.sort_uniq compare (List.concat_map letters_of of_data) in
      let quantified = List.concat_map (fun (_, f, _) -> f.over) facts in
      let shared = List.filter (fun x -> not (List.mem x over || List.mem x quantified)) free in
      let shared = shared @ List.concat_map (fun p ->
          let own = match fields [ "name"; "for_all"; "polynomial"; "relation" ] p with
            | [ _; for_all; p; _ ] -> List.filter (fun x -> not (List.mem x (letters for_all))) (letters_of p)
            | _ -> assert false in
          List.filter (fun x -> not (List.mem x over)) own) (list Fun.id premises) in
      let shared = List.map (letter book Constant) (List.sort_uniq compare shared) in
      let mentioned = List.concat_map atoms_of of_data in
      let used = List.filter (fun (t, _) -> List.mem t mentioned && not (List.mem t named)) book.tensors in
      let declared (t, d) = if List.mem t named then d.declaration else undeclared d.declaration in
      let alphabets = Hashtbl.fold (fun a n found -> if List.mem a bound then found else nat n :: found)
          book.alphabets_of [] in
      { called = text name; home = book; premises_over = List.map (fun (_, f, _) -> f.over) facts;
        binding = List.map (fun t -> (t, find book t)) named;
        letters_open = List.map (fun x -> (x, Bound k)) over;
        rule = { r_declarations = List.map declared book.tensors;
                 r_constants = List.map (letter book (Bound k)) over @ shared;
                 shared_alphabets = alphabets; shared_tensors = List.map (fun (_, t) -> nat t.number) used;
                 shared_letters = shared; premises = List.map (fun (_, _, f) -> f) facts;
                 r_conclusion = conclusion } }
  | _ -> assert false

(* ==== the steps, which `check` judges ==== *)
let fuel = nat 100
let learn known name fact = (name, { fact with place = List.length known }) :: known

(* what a tensor declares: its kind, its number and its alphabets, from a name such as "W >= 0" *)
let declared book name =
  match List.rev (String.split_on_char ' ' name) with
  | bound :: sign :: (_ :: _ as rest) ->
      let kind =
        match sign ^ " " ^ bound with
        | ">= 0" -> Nonneg
        | "> 0" -> Posit
        | "<= 1" -> AtMost
        | ">= 1" -> SizeGe
        | _ -> refuse ("no fact is called " ^ name) in
      let owner = String.concat " " (List.rev rest) in
      let delta = "delta_" in
      let n = String.length delta in
      if counted owner <> None then (kind, number_of book owner, [])
      else if List.mem_assoc owner book.tensors then
        let t = find book owner in (kind, t.number, t.alphabets)
      else if String.length owner > n && String.sub owner 0 n = delta then
        let a = String.sub owner n (String.length owner - n) in (kind, 0, [ a; a ])
      else refuse ("no fact is called " ^ name)
  | _ -> refuse ("no fact is called " ^ name)

(* a fact at letters, as the factor number k of a product *)
let use book known k name at =
  let shift = nat (book.most_summed * (k + 1)) in
  match List.assoc_opt name known with
  | Some f ->
      if List.length f.over <> List.length at then refuse ("the letters of " ^ name ^ " do not fit it");
      let same x = (letter book Quantified x, letter book (fixed book x) x) in
      (f.scale, Known (nat f.place, List.combine (List.map (letter book Quantified) f.over) at
                                    @ List.map same f.fixed_letters, shift))
  | None ->
      let kind, tensor, _ = declared book name in
      (1, Declared (kind, (nat tensor, at)))
let use_of book known role k data =
  match list text data with
  | name :: at -> use book known k name (List.map (fun x -> letter book (role x) x) at)
  | [] -> refuse "a use is the name of a fact and letters"
let product uses = List.fold_left (fun found (scale, _) -> times found scale) 1 uses

let combination book known stated (statement : fact) data =
  let uses role data =
    let made = ref (-1) in
    list (fun u -> incr made; use_of book known role !made u) data in
  let term data =
    match fields [ "coefficient"; "sum"; "uses" ] data with
    | [ coefficient; sum; used ] ->
        let summed = letters sum and p, q = fraction coefficient in
        let used = uses (role_in book (summed @ stated.over)) used in
        let q = times q (product used) in
        let d = gcd p q in
        ((p / d, q / d), List.map snd used, List.map (letter book Quantified) summed)
    | _ -> assert false in
  match data with
  | [ terms; multiplier ] ->
      let multiplier = uses (role_in book stated.over) multiplier and terms = list term terms in
      let left = times stated.scale (product multiplier) in
      let common = List.fold_left (fun found ((_, q), _, _) -> lcm found q) left terms in
      let term ((p, q), uses, summed) = { coef = integer (times p (common / q)); uses; summed } in
      { scale = nat (common / left); statement; multiplier = List.map snd multiplier;
        terms = List.map term terms }
  | _ -> assert false

let instance book known laws stated (statement : fact) data =
  match data with
  | [ schema; places; body; guard; guard_fact; conditions ] ->
      let title = text schema in
      let place = match index_of title (List.map (fun l -> l.title) laws) with
        | Some k -> k | None -> refuse ("no schema is called " ^ title) in
      let law = List.nth laws place and places = letters places in
      let from = book.summed_from + 20 * book.most_summed in
      let own k a = (Printf.sprintf "%s'%d:%s" (String.lowercase_ascii a) k a, (alphabet book a, nat (from + k))) in
      let shape = List.mapi own law.of_.alphabets and asked = List.length law.given in
      let stands name = letter book (role_in book stated.over name) name in
      let fact name at =
        let over = match List.assoc_opt name known with
          | Some f -> f.over
          | None ->
              let _, _, alphabets = declared book name in
              List.mapi (fun k a -> fst (own k a)) alphabets in
        snd (use book known 9 name (List.map at over)) in
      let condition k name =
        let at x =
          match List.assoc_opt x shape with
          | Some own when k >= asked -> own
          | _ ->
              let quantified = k < asked && List.mem x (List.nth law.given k).over in
              if quantified then letter book Quantified x else stands x in
        fact name at in
      let i_denom, i_body =
        polynomial book (fun x -> if List.mem x places then Place else role_in book stated.over x) body in
      let _, i_guard = polynomial book ~shift:(9 * book.most_summed) (role_in book stated.over) guard in
      { i_schema = nat place; i_places = List.map (letter book Place) places; i_body; i_denom = nat i_denom;
        i_guard; i_guse = fact (text guard_fact) stands; i_conds = List.mapi condition (list text conditions);
        i_stmt = statement; i_base = nat from; i_shift = nat book.most_summed }
  | _ -> assert false

(* ---- version 2 ---- *)
let evidence book known at data =
  match list text data with
  | [] -> None
  | name :: letters -> Some (snd (use book known (-1) name (List.map at letters)))
let in_context book over x = letter book (role_in book over x) x

(* numbers for letters that nothing else is called *)
let fresh_from book =
  let count = ref 0 in
  fun a -> incr count; (alphabet book a, nat (book.fresh + !count))

(* where a rule is applied, or a state replaced, what it sums over, what its premises quantify, and the places of its
   tensors: all become new letters. `asked` and `shapes`: the letters of each need in order, as what they are called
   in its evidence *)
type new_letters = {
  sums : (Extracted.letter * Extracted.letter list) list;
  every : unit -> (Extracted.letter * Extracted.letter list) list;
  asked : (string * Extracted.letter) list list;
  shapes : tensor -> (string * Extracted.letter) list list }
let places_from home = home.summed_from + home.most_summed
let new_letters book home components premises_over =
  let fresh = fresh_from book in
  let own_alphabets = Hashtbl.fold (fun a _ found -> a :: found) home.alphabets_of [] in
  let spread a = List.map fresh (components a) in
  let sums = List.concat_map (fun a ->
      List.init home.most_summed (fun k -> ((alphabet home a, nat (home.summed_from + k)), spread a))) own_alphabets in
  let quantified = List.map (fun x -> (x, spread (alphabet_of x))) (List.sort_uniq compare (List.concat premises_over)) in
  let places = Hashtbl.create 8 in
  let at_place k a = match Hashtbl.find_opt places (k, a) with
    | Some l -> l | None -> let l = spread a in Hashtbl.add places (k, a) l; l in
  let needed l =
    let names = List.concat_map (fun (a, l) -> List.combine (components a) l) l in
    List.mapi (fun k (a, letter) -> (Printf.sprintf "q~%d:%s" k a, letter)) names in
  let premise over = needed (List.map (fun x -> (alphabet_of x, List.assoc x quantified)) over) in
  let shapes t =
    let d = t.declaration and every = List.mapi (fun k a -> (k, (a, at_place k a))) t.alphabets in
    let kept = List.filter (fun (k, _) -> not (List.mem (nat k) d.d_stochastic)) every in
    let all = needed (List.map snd every) and sum = d.d_stochastic <> [] in
    (if d.d_positive || d.d_nonnegative then [ all ] else [])
    @ (if d.d_at_most_one && not (sum && (d.d_nonnegative || d.d_positive)) then [ all ] else [])
    @ (if d.d_indicator then [ all ] else []) @ (if sum then [ needed (List.map snd kept) ] else []) in
  let at_places () =
    Hashtbl.fold (fun (k, a) l found -> ((alphabet home a, nat (places_from home + k)), l) :: found) places [] in
  { sums; asked = List.map premise premises_over; shapes;
    every = fun () -> List.map (fun (x, l) -> (letter home Quantified x, l)) quantified @ sums @ at_places () }

let application book known rules stated (statement : fact) data =
  match data with
  | [ rule; alphabets; bodies; given; guard; guard_use; shown ] ->
      let title = text rule in
      let place = match index_of title (List.map (fun r -> r.called) rules) with
        | Some k -> k | None -> refuse ("no rule is called " ^ title) in
      let of_ = List.nth rules place in
      let home = of_.home and here = in_context book stated.over in
      let replaced = List.map (fun (a, l) -> (a, list text l)) (members alphabets) in
      let components a = match List.assoc_opt a replaced with Some l -> l | None -> [ a ] in
      let own_alphabets = Hashtbl.fold (fun a _ found -> a :: found) home.alphabets_of [] in
      let product a = (alphabet home a, List.map (alphabet book) (components a)) in
      let images = List.map (fun (x, l) -> (x, list letter_text l)) (members given) in
      let image (x, role) = match List.assoc_opt x images with
        | Some l -> (letter home role x, List.map here l) | None -> refuse ("no letters for " ^ x) in
      let new_ = new_letters book home components of_.premises_over in
      let shown = list Fun.id shown in
      let rec split_at k l = if k = 0 then ([], l) else match l with
        | x :: l -> let a, b = split_at (k - 1) l in (x :: a, b)
        | [] -> refuse "not everything needed is shown" in
      let first, rest = split_at (List.length new_.asked) shown in
      let by_tensor, left = List.fold_left (fun (found, rest) bound ->
          let needs = new_.shapes (snd bound) in
          let own, rest = split_at (List.length needs) rest in
          (((snd bound).number, List.combine needs own) :: found, rest)) ([], rest) of_.binding in
      if left <> [] then refuse "more is shown than needed";
      let in_order = List.concat_map snd (List.sort (fun (a, _) (b, _) -> compare a b) by_tensor) in
      let show (names, data) =
        let at x = match List.assoc_opt x names with Some l -> l | None -> here x in
        evidence book known at data in
      let body (t, data) =
        match fields [ "places"; "body" ] data with
        | [ places; p ] ->
            let places = List.concat (list (list letter_text) places) in
            let scale, p = polynomial book (fun x -> if List.mem x places then Place else role_in book stated.over x) p in
            ((find home t).number, List.map (letter book Place) places, scale, p)
        | _ -> assert false in
      let bodies = List.map body (members bodies) in
      let d = List.fold_left (fun found (_, _, scale, _) -> lcm found scale) 1 bodies in
      let times_int k p = List.map (fun (c, m) -> (scaled k c, m)) p in
      let _, a_guard = polynomial book ~shift:(book.fresh - book.summed_from - book.most_summed)
          (role_in book stated.over) guard in
      { a_rule = nat place; a_alphabets = List.map product own_alphabets;
        a_letters = List.map image of_.letters_open @ new_.sums; a_quantified = new_.every ();
        a_bodies = List.map (fun (t, l, scale, p) -> (nat t, (l, times_int (d / scale) p))) bodies;
        a_denominator = nat d; a_shift = nat book.most_summed; a_guard;
        a_guarded = evidence book known here guard_use;
        a_shown = List.map show (List.combine new_.asked first @ in_order); a_base = nat (places_from home);
        a_statement = statement }
  | _ -> assert false

(* a new tensor: the fact about it, and how that fact is used where its statement fixes letters *)
let extension book known stated kind data =
  let keep places scale = { stated with scale; fixed_letters = List.filter (fun x -> not (List.mem x stated.over)) places } in
  let own places x = if List.mem x places then Quantified else role_in book stated.over x in
  let quantified = List.map (letter book Quantified) in
  match kind, data with
  | "define", [ tensor; places; body; shown ] ->
      let places = letters places in
      let scale, p = polynomial book (own places) body in
      let at x = letter book (own places x) x in
      (Define (nat (number_of book (text tensor)), quantified places, p, nat scale, nat book.most_summed,
               list (evidence book known at) shown), keep places scale)
  | "choose", [ tensor; outer; inner; p ] ->
      let outer = letters outer and inner = letters inner in
      let fresh = fresh_from book in
      let scale, p = polynomial book (own (outer @ inner)) p in
      (Choose (nat (number_of book (text tensor)), quantified outer, quantified inner, p,
               List.map (fun x -> fresh (alphabet_of x)) inner, nat book.most_summed), keep (outer @ inner) scale)
  | "reciprocal", [ tensor; f ] ->
      let f = match List.assoc_opt (text f) known with Some f -> f | None -> refuse "a reciprocal is of a fact" in
      let tensor = nat (number_of book (text tensor)) in
      (Reciprocal (tensor, quantified f.over, nat f.place, nat f.scale), keep f.over f.scale)
  | _ -> assert false

(* a step about convex terms *)
let about_terms book known stated kind step data =
  let declarations = List.map (fun (_, t) -> t.declaration) book.tensors in
  let beyond = nat (2 * book.fresh) in
  let reading f = Convex_reading.reading declarations fuel book.terms beyond f in
  let here x = letter book (role_in book stated.over x) x in
  let evidences at shown = list (evidence book known at) shown in
  match kind, data with
  | "perspective", [ parts; shown ] ->
      let f = nat (function_in book step) in
      let part data =
        match fields [ "a"; "b"; "sum" ] data with
        | [ a; b; sum ] ->
            let summed = letters sum in
            let role = role_in book (summed @ stated.over) in
            let s, p = polynomial book role a in
            let s', q = polynomial book role b in
            (summed, (s, p), (s', q))
        | _ -> assert false in
      let parts = list part parts in
      let d = List.fold_left (fun found (_, (s, _), (s', _)) -> lcm found (lcm s s')) 1 parts in
      let made (summed, (s, p), (s', q)) =
        let p = rescaled (d / s) p and q = rescaled (d / s') q in
        (((p, q), List.map (letter book Quantified) summed), reading f p q) in
      let parts' = List.map made parts in
      let needed = List.concat_map (fun (summed, _, _) -> [ summed; summed ]) parts and shown = list Fun.id shown in
      if List.length needed <> List.length shown then refuse "not just what is needed is shown";
      let show summed data =
        evidence book known (fun x -> letter book (role_in book (summed @ stated.over) x) x) data in
      let total g = total_of g parts' in
      Perspective (f, parts', reading f (total first_of) (total second_of), List.map2 show needed shown)
  | "scale", [ factor; a; b; shown ] ->
      let f = nat (function_in book step) in
      let _, v = polynomial book ~shift:book.most_summed (role_in book stated.over) factor in
      let s, p = polynomial book (role_in book stated.over) a in
      let s', q = polynomial book (role_in book stated.over) b in
      let p = rescaled (lcm s s' / s) p and q = rescaled (lcm s s' / s') q in
      let u = match evidences here shown with [ u ] -> u | _ -> refuse "one thing is needed" in
      Scale (f, v, p, q, reading f (mulp v p) (mulp v q), reading f p q, u)
  | "same", [ a; b; c; e; shown ] ->
      let f = nat (function_in book step) in
      let read = List.map (polynomial book (role_in book stated.over)) [ a; b; c; e ] in
      let d = List.fold_left (fun found (s, _) -> lcm found s) 1 read in
      let a, b, c, e = match List.map (fun (s, p) -> rescaled (d / s) p) read with
        | [ a; b; c; e ] -> (a, b, c, e) | _ -> assert false in
      let u, u' = match evidences here shown with [ u; u' ] -> (u, u') | _ -> refuse "two things are needed" in
      Same (f, a, b, c, e, reading f a b, reading f c e, u, u')
  | "row", [ name; a; b; parameters; shown ] ->
      let place = match index_of (text name) Convex_reading.rows with
        | Some k -> k | None -> refuse ("no row is called " ^ text name) in
      let row = List.nth table place in
      let argument p = let s, p = polynomial book (role_in book stated.over) p in (p, nat s) in
      let t_arguments = argument a :: argument b :: list argument parameters in
      let write = Convex_reading.written declarations fuel book.terms beyond book.most_summed t_arguments in
      let needed = needs_of_row row and shown = evidences here shown in
      if List.length needed <> List.length shown then refuse "not just what is needed is shown";
      OfTable { t_row = nat place; t_arguments; t_says = write (snd row.row_says);
                t_needs = List.map2 (fun (_, e) u -> (write e, u)) needed shown }
  | _ -> assert false

let keys_2 = function
  | "apply" -> [ "rule"; "alphabets"; "bodies"; "letters"; "guard"; "guard_use"; "shown" ]
  | "define" -> [ "tensor"; "places"; "body"; "shown" ]
  | "choose" -> [ "tensor"; "outer"; "inner"; "polynomial" ]
  | "reciprocal" -> [ "tensor"; "fact" ]
  | "enlarge" -> refuse "steps enlarge are not in this checker"
  | "perspective" -> [ "parts"; "shown" ]
  | "scale" -> [ "factor"; "a"; "b"; "shown" ]
  | "same" -> [ "a"; "b"; "c"; "d"; "shown" ]
  | "row" -> [ "row"; "a"; "b"; "parameters"; "shown" ]
  | "instantiate" -> refuse "instantiate is a step of version 1"
  | kind -> ignore kind; []
let keys = function
  | "combine" -> [ "terms"; "multiplier" ]
  | "split" -> [ "name"; "case"; "positive"; "nonpositive" ]
  | "instantiate" -> [ "schema"; "places"; "body"; "guard"; "guard_fact"; "conditions" ]
  | "limit" -> [ "variable"; "fact" ]
  | "indicate" -> [ "indicator"; "polynomial" ]
  | kind -> refuse ("no step is called " ^ kind)

(* what is to be derived at the end: by what its polynomial is multiplied, the fact, and as what each letter
   stands in it *)
type final = { by : int; wanted : fact; stands_as : string -> role }

(* the last fact derived, at letters where it says more than what is wanted *)
let finish book known final =
  match known with
  | (_, (last : known)) :: _ ->
      let moved = List.filter (fun x -> final.stands_as x <> Quantified) last.over in
      let pairs = List.map (fun x -> (letter book Quantified x, letter book (final.stands_as x) x)) moved in
      let d = gcd final.by last.scale in
      let used = Known (nat last.place, pairs, nat book.most_summed) in
      let term = { coef = integer (final.by / d); uses = [ used ]; summed = [] } in
      if moved = [] then Done
      else Comb ({ scale = nat (last.scale / d); statement = final.wanted; multiplier = []; terms = [ term ] }, Done)
  | [] -> Done

let rec proof book known laws rules final = function
  | [] -> finish book known final
  | step :: rest -> (
      let kind = match List.assoc_opt "step" (members step) with Some k -> text k | None -> refuse "no step" in
      let keys = match if book.version = 2 then keys_2 kind else [] with [] -> keys kind | l -> l in
      let extra = if List.mem kind [ "perspective"; "scale"; "same" ] then function_keys step else [] in
      match fields ("step" :: "statement" :: keys @ extra) step with
      | _ :: stated_data :: data -> (
          let data = List.filteri (fun k _ -> k < List.length keys) data in
          let name, stated, statement = fact book stated_data in
          let later scale = proof book (learn known name { stated with scale }) laws rules final rest in
          match kind, data with
          | "combine", _ -> Comb (combination book known stated statement data, later stated.scale)
          | "instantiate", _ -> Inst (instance book known laws stated statement data, later stated.scale)
          | "apply", _ -> Appl (application book known rules stated statement data, later stated.scale)
          | ("define" | "choose" | "reciprocal"), _ ->
              let made, known_as = extension book known stated kind data in
              Exte (made, proof book (learn known name known_as) laws rules final rest)
          | ("perspective" | "scale" | "same" | "row"), _ ->
              Conv (about_terms book known stated kind step data, statement, later stated.scale)
          | "limit", [ variable; f ] ->
              let place = match List.assoc_opt (text f) known with
                | Some f -> f.place | None -> refuse "a limit is of a fact" in
              let l_var = nat (number_of book (text variable)) in
              Lim ({ l_var; l_fact = nat place; l_stmt = statement }, later stated.scale)
          | "indicate", [ indicator; p ] ->
              let scale, n_poly = polynomial book (role_in book stated.over) p in
              let n_places = List.map (letter book Quantified) stated.over in
              Indi ({ n_ind = nat (number_of book (text indicator)); n_places; n_poly }, later scale)
          | "split", [ case; p; positive; nonpositive ] ->
              let case_letters = List.filter (fun x -> List.mem x stated.over) (letters_of p) in
              let depth = List.fold_left (fun d (_, r) -> match r with Case k -> max d (k + 1) | _ -> d) 0 book.cases in
              let within = { book with cases = List.map (fun x -> (x, Case depth)) case_letters @ book.cases } in
              let scale, p = polynomial within (fixed within) p in
              let known' = learn known (text case) { place = 0; over = []; scale; fixed_letters = [] } in
              let as_inside x = if List.mem x case_letters then Case depth else role_in book stated.over x in
              let by, inside = match fields [ "name"; "for_all"; "polynomial"; "relation" ] stated_data with
                | [ _; _; p; _ ] -> polynomial within as_inside p | _ -> assert false in
              let final = { by; wanted = (fst statement, inside); stands_as = as_inside } in
              let branch steps = proof within known' laws rules final (list (fun s -> s) steps) in
              let renamed x = (letter book Quantified x, letter book (Case depth) x) in
              Split (statement, p, List.map renamed case_letters, branch positive, branch nonpositive,
                     later stated.scale)
          | _ -> assert false)
      | [] | [ _ ] -> assert false)

(* ---- a certificate ---- *)
let rec every_text = function
  | Text t -> [ t ]
  | List l -> List.concat_map every_text l
  | Object m -> List.concat_map (fun (_, v) -> every_text v) m
  | _ -> []
let rec longest_sum = function
  | List l -> List.fold_left (fun k v -> max k (longest_sum v)) 1 l
  | Object m ->
      let own = function "sum", List l -> List.length l | _, v -> longest_sum v in
      List.fold_left (fun k m -> max k (own m)) 1 m
  | _ -> 1

let rec deepest_split = function
  | List l -> List.fold_left (fun k v -> max k (deepest_split v)) 0 l
  | Object m ->
      let inner = List.fold_left (fun k (_, v) -> max k (deepest_split v)) 0 m in
      if List.mem ("step", Text "split") m then inner + 1 else inner
  | _ -> 0

(* how many atoms a monomial has: so many copies of bodies there may be *)
let rec most_atoms = function
  | List l -> List.fold_left (fun k v -> max k (most_atoms v)) 1 l
  | Object m ->
      let own = function "atoms", List l -> List.length l | _, v -> most_atoms v in
      List.fold_left (fun k m -> max k (own m)) 1 m
  | _ -> 1

(* the numbers of letters are the same for all parts of a file: `whole` is the file *)
let book_of version whole table data =
  let alphabets_of = Hashtbl.create 8 in
  let tensors = List.mapi (tensor alphabets_of) (members table) in
  let names = List.sort_uniq compare (List.filter is_letter (every_text data)) in
  let rules = List.fold_left (fun k l -> k + List.length (list Fun.id l)) 0 (every_member "rules" data) in
  let summed_from = (3 + deepest_split data + rules) * List.length names and most_summed = longest_sum whole in
  { alphabets_of; letters = Hashtbl.create 64; tensors; terms = []; orders = Hashtbl.create 4; cases = []; summed_from; most_summed; version;
    fresh = summed_from + ((most_atoms whole + 4) * most_summed) }

let learned facts = List.fold_left (fun found (name, f, _) -> learn found name f) [] facts
let third (_, _, f) = f

let accepted_1 data =
  match fields [ "tensors"; "sequent"; "steps" ] data with
  | [ table; sequent; steps ] -> (
      let book = book_of 1 data table data in
      match fields [ "facts"; "schemas"; "goal"; "relation" ] sequent with
      | [ facts; schemas; goal; r ] ->
          let facts = list (fact book) facts and laws = list (law book) schemas in
          let by, goal = polynomial book (fun _ -> Constant) goal in
          let goal = (relation r, goal) in
          let hypotheses = List.map third facts in
          let final = { by; wanted = goal; stands_as = (fun _ -> Constant) } in
          let steps = proof book (learned facts) laws [] final (list Fun.id steps) in
          check_certificate fuel [] [] (List.map (fun (_, t) -> t.declaration) book.tensors) (constants book) hypotheses
            (List.map (fun l -> l.schema) laws) steps goal
      | _ -> assert false)
  | _ -> assert false

(* a certificate of version 2, or a lemma: the rule that its sequent is, its own rules, and its proof *)
let sequent_2 whole lemmas data =
  match data with
  | [ table; terms; sequent; derived ] -> (
      let book = List.fold_left with_term (book_of 2 whole table (List data)) (members terms) in
      match fields [ "facts"; "rules"; "goal"; "relation" ] sequent with
      | [ facts; rules; goal; r ] ->
          let facts = list (fact book) facts in
          let count = ref (-1) in
          let rules = list (fun data -> incr count; rule_of book !count data) rules in
          let by, p = polynomial book (fun _ -> Constant) goal in
          let conclusion = (relation r, p) in
          let final = { by; wanted = conclusion; stands_as = (fun _ -> Constant) } in
          let opened = Hashtbl.fold (fun (role, x) _ found -> if role = Constant then (x, role) :: found else found)
              book.letters [] in
          let mentioned = List.concat_map atoms_of (goal :: every_member "polynomial" sequent) in
          let binding = List.sort compare (List.filter (fun (t, _) -> List.mem t mentioned) book.tensors) in
          let steps = proof book (learned facts) [] (lemmas @ rules) final (list Fun.id derived) in
          (* a tensor for which a body stands where another lemma is applied, and which nothing here speaks of,
             declares nothing: who applies this lemma need not say what it is *)
          let said = every_text (List [ sequent; terms; derived ]) in
          let spoken_of t = List.exists (fun x -> x = t || String.starts_with ~prefix:(t ^ " ") x) said in
          let declared (t, d) = if spoken_of t then d.declaration else undeclared d.declaration in
          let rule = { r_declarations = List.map declared book.tensors;
                       r_constants = constants book; shared_alphabets = []; shared_tensors = []; shared_letters = [];
                       premises = List.map third facts; r_conclusion = conclusion } in
          ({ called = ""; home = book; premises_over = List.map (fun (_, f, _) -> f.over) facts; binding;
             letters_open = opened; rule }, rules, steps)
      | _ -> assert false)
  | _ -> assert false

let parts = [ "tensors"; "terms"; "sequent"; "steps" ]
(* An induction. What is trusted is how its facts, its state, and what stands for it, are read; the rest `check` judges *)
let induction whole lemmas data =
  match fields [ "tensors"; "terms"; "state"; "invariant"; "shared"; "increment"; "base"; "next"; "base_proofs";
                 "step_proofs" ] data with
  | [ table; terms; state; invariant; shared; increment; base; next; base_proofs; step_proofs ] ->
      let proof_parts = list (function Null -> None | each -> Some (fields parts each)) in
      let base_proofs = proof_parts base_proofs and step_proofs = proof_parts step_proofs in
      let joined found = function
        | Some [ own; terms; _; _ ] ->
            if members terms <> [] then refuse "convex terms in an induction are not in this checker";
            List.fold_left (fun found (name, d) -> match List.assoc_opt name found with
                | None -> found @ [ (name, d) ]
                | Some d' -> if d = d' then found else refuse ("two different tensors are called " ^ name))
              found (members own)
        | _ -> found in
      if members terms <> [] then refuse "convex terms in an induction are not in this checker";
      let tensors = List.fold_left joined (members table) (base_proofs @ step_proofs) in
      let book = book_of 2 whole (Object tensors) data in
      let about_all data =
        let _, f, _ as read = fact book data in
        let p = match fields [ "name"; "for_all"; "polynomial"; "relation" ] data with
          | [ _; _; p; _ ] -> p | _ -> assert false in
        if List.exists (fun x -> not (List.mem x f.over)) (letters_of p) then refuse "a fact is about one letter";
        read in
      let state = List.map (fun name -> (name, find book name)) (list text state) in
      let invariants = list about_all invariant and shareds = list about_all shared in
      let increments = list about_all increment in
      let sides = List.map (fun side -> match fields [ "alphabets"; "bodies" ] side with
          | [ alphabets; bodies ] -> (List.map (fun (a, l) -> (a, list text l)) (members alphabets), members bodies)
          | _ -> assert false) [ base; next ] in
      let moved = List.sort_uniq compare (List.concat_map (fun (alphabets, _) -> List.map fst alphabets) sides) in
      let mentioned = List.concat_map atoms_of (every_member "polynomial" (List [ invariant; shared ])) in
      let same = List.filter (fun (t, _) -> List.mem t mentioned && not (List.mem_assoc t state)) book.tensors in
      let of_letters = List.map alphabet_of (List.filter is_letter (every_text (List [ invariant; shared ]))) in
      let of_sizes = List.filter_map counted mentioned in
      let kept = List.filter (fun a -> not (List.mem a moved)) (List.sort_uniq compare
          (of_letters @ of_sizes @ List.concat_map (fun (_, t) -> t.alphabets) (state @ same))) in
      let premises_over = List.map (fun (_, f, _) -> f.over) invariants in
      let third (_, _, f) = f in
      let proved = function
        | Some [ _; _; sequent; derived ] -> (
            match fields [ "facts"; "rules"; "goal"; "relation" ] sequent with
            | [ facts; rules; goal; r ] ->
                if list Fun.id rules <> [] then refuse "a proof of an induction assumes a rule";
                let facts = list (fact book) facts in
                let by, p = polynomial book (fun _ -> Constant) goal in
                let p_goal = (relation r, p) in
                let final = { by; wanted = p_goal; stands_as = (fun _ -> Constant) } in
                let p_steps = proof book (learned facts) [] lemmas final (list Fun.id derived) in
                Some { p_constants = constants book; p_facts = List.map third facts; p_steps; p_goal }
            | _ -> assert false)
        | _ -> None in
      let side (alphabets, bodies) proofs =
        let components a = match List.assoc_opt a alphabets with Some l -> l | None -> [ a ] in
        let new_ = new_letters book book components premises_over in
        let body (name, data) =
          match fields [ "places"; "body" ] data with
          | [ places; p ] ->
              let places = List.concat (list (list letter_text) places) in
              let role x = if List.mem x places then Place else refuse "a state depends on a letter" in
              let scale, p = polynomial book role p in
              ((find book name).number, List.map (letter book Place) places, scale, p)
          | _ -> assert false in
        if List.sort compare (List.map fst bodies) <> List.sort compare (List.map fst state) then
          refuse "a state is replaced as a whole, and nothing else";
        let bodies = List.map body bodies in
        let d = List.fold_left (fun found (_, _, scale, _) -> lcm found scale) 1 bodies in
        (* the goals in the order of the file, each with the tensor whose shape it is *)
        let shapes = List.concat_map (fun (_, t) -> List.map (fun l -> (t.number, l)) (new_.shapes t)) state in
        let goals = List.map (fun l -> (0, l)) new_.asked @ shapes in
        if List.length goals <> List.length proofs then refuse "there are not as many proofs as goals";
        let known = List.map proved proofs in
        let place = ref (-1) in
        let show (owner, names) = function
          | None -> (owner, None)
          | Some _ ->
              incr place;
              let at (x, l) = (letter book Constant x, l) in
              (owner, Some (Known (nat !place, List.map at names, nat 0))) in
        let shown = List.map2 show goals known in
        let in_order = List.stable_sort (fun (k, _) (l, _) -> compare k l) shown in
        let s_at = { a_rule = nat 0; a_alphabets = List.map (fun (a, l) -> (alphabet book a, List.map (alphabet book) l)) alphabets;
                     a_letters = []; a_quantified = new_.every ();
                     a_bodies = List.map (fun (t, l, scale, p) -> (nat t, (l, rescaled (d / scale) p))) bodies;
                     a_denominator = nat d; a_shift = nat book.most_summed; a_guard = [ (Posz (nat 1), ([], [])) ]; a_guarded = None;
                     a_shown = List.map snd in_order; a_base = nat (places_from book); a_statement = (Ge, []) } in
        { s_at; s_proofs = List.filter_map Fun.id known } in
      let base, next = match sides with [ b; n ] -> (b, n) | _ -> assert false in
      let j_base = side base base_proofs in
      let j_next = side next step_proofs in
      let numbers = List.map (fun (_, t) -> nat t.number) in
      check_induction fuel (List.map (fun l -> l.rule) lemmas)
        { j_declarations = List.map (fun (_, t) -> t.declaration) book.tensors; j_state = numbers state;
          j_moved = List.map (alphabet book) moved; j_same = numbers same; j_kept = List.map (alphabet book) kept;
          j_invariant = List.map third invariants; j_shared = List.map third shareds;
          j_increment = List.map third increments; j_base; j_next }
  | _ -> assert false

let accepted_2 whole lemmas data =
  match members data with
  | [ ("induction", inner) ] when List.mem ("format", Text "pmlsym sequents") (members whole) ->
      induction whole lemmas inner
  | _ ->
  let { rule; home; _ }, rules, steps = sequent_2 whole lemmas (fields parts data) in
  let of_rule r = r.rule in
  check_certificate fuel home.terms (List.map of_rule (lemmas @ rules)) rule.r_declarations rule.r_constants
    rule.premises [] steps rule.r_conclusion

(* the lemmas of a file, each with its proof *)
let read_lemmas whole data =
  let add found data =
    match fields ("name" :: parts) data with
    | name :: rest ->
        let lemma, rules, steps = sequent_2 whole (List.rev_map fst found) rest in
        if rules <> [] then refuse "a lemma has no rules of its own";
        if lemma.home.terms <> [] then refuse "a lemma with convex terms is not in this checker";
        let name = text name in
        if List.exists (fun (l, _) -> l.called = name) found then refuse ("two lemmas are called " ^ name);
        ({ lemma with called = name }, steps) :: found
    | [] -> assert false in
  List.rev (List.fold_left add [] (list Fun.id data))

(* of the file of a proof, or of sequents: whether its lemmas are accepted, and each of its certificates *)
let judged data =
  let keys = match List.assoc_opt "format" (members data) with
    | Some (Text "pmlsym proof") ->
        (* what is known of measures is about the claim, which is not read here *)
        "claim" :: (if List.mem_assoc "facts" (members data) then [ "facts" ] else [])
    | Some (Text "pmlsym sequents") -> [ "row"; "says" ]
    | _ -> refuse "the format is neither 'pmlsym proof' nor 'pmlsym sequents'" in
  let version = match List.assoc_opt "version" (members data) with
    | Some (Integer "1") -> 1 | Some (Integer "2") -> 2 | _ -> refuse "the version is 1 or 2" in
  let keys = if version = 2 then "lemmas" :: keys else keys in
  match fields ("certificates" :: "version" :: "format" :: keys) data with
  | List [] :: _ -> refuse "there is no certificate"
  | List found :: _ when version = 1 -> (true, List.map accepted_1 found)
  | List found :: _ :: _ :: lemmas :: _ ->
      let lemmas = read_lemmas data lemmas in
      let proved = check_lemmas fuel [] (List.map (fun (l, p) -> (l.rule, p)) lemmas) in
      (proved, List.map (accepted_2 data (List.map fst lemmas)) found)
  | _ -> refuse "certificates are a list"
