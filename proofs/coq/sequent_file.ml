(* Sequents of a file, as Coq has them (pmlsym/calculus/wire.py): tensors, convex terms, facts, schemas and rules.

   This is trusted: a letter that a fact quantifies never is a constant, and a constant is one letter in all facts. *)
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
  letters : (string, (role * string, int) Hashtbl.t) Hashtbl.t;    (* of each alphabet: small numbers are compared sooner *)
  tensors : (string * tensor) list;
  terms : convex_term list;    (* in the order in which they stand; their tensors are among the tensors *)
  added : convex_term list ref;    (* that steps speak of, and the file does not list: nothing of them is left where they do *)
  cases : (string * role) list;
  summed_from : int;    (* letters that a monomial sums over are numbered from here *)
  most_summed : int;    (* no monomial sums over more of one alphabet *)
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
let letters_in book a = match Hashtbl.find_opt book.letters a with
  | Some table -> table
  | None -> let table = Hashtbl.create 8 in Hashtbl.add book.letters a table; table
let letter book role name =
  let a = alphabet_of name in (alphabet book a, nat (numbered (letters_in book a) (role, name)))
let constant_names book =
  let add (role, name) _ found = if role = Constant then name :: found else found in
  Hashtbl.fold (fun _ table found -> Hashtbl.fold add table found) book.letters []
let constants book = List.map (letter book Constant) (constant_names book)

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

(* how many before it are of its alphabet *)
let rank alphabet_of l x =
  let rec go k = function
    | y :: l when y <> x -> go (if alphabet_of y = alphabet_of x then k + 1 else k) l
    | _ -> k in
  go 0 l
let index_of x l =
  let rec go k = function [] -> None | y :: _ when y = x -> Some k | _ :: l -> go (k + 1) l in
  go 0 l

(* the coefficients are multiplied by the first result, which makes them integers *)
let polynomial book ?(shift = 0) role data =
  let monomial data =
    match fields [ "coefficient"; "sum"; "atoms" ] data with
    | [ coefficient; sum; atoms ] ->
        let summed = letters sum in
        let bound name = (alphabet book (alphabet_of name), nat (book.summed_from + shift + rank alphabet_of summed name)) in
        let place name = if List.mem name summed then bound name else letter book (role name) name in
        (fraction coefficient, (List.map bound summed, list (atom book place) atoms))
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
  let monomial m = match List.assoc_opt "coefficient" (members m), List.assoc_opt "atoms" (members m) with
    | Some (Text "0"), _ | _, None -> []
    | _, Some atoms -> List.concat_map (function name :: _ -> [ name ] | [] -> []) (list (list text) atoms) in
  List.concat (list monomial data)

(* the tensors of which polynomials speak that mention these, inside of convex terms too *)
let rec spoken terms names =
  let inside name = match List.assoc_opt name terms with
    | Some data -> List.concat_map atoms_of (every_member "a" data @ every_member "b" data @ every_member "order" data)
    | None -> [] in
  let more = List.sort_uniq compare (names @ List.concat_map inside names) in
  if List.length more = List.length (List.sort_uniq compare names) then more else spoken terms more

(* ---- convex terms: F(a, b) of letters, for a function F of the list ---- *)
let rescaled k p = if k = 1 then p else List.map (fun (c, m) -> (scaled k c, m)) p
let is_term book (_, d) = List.exists (fun c -> c.ct_tensor = nat d.number) book.terms
(* the order of a power: a number, or one scalar *)
let read_order book data =
  match list (fields [ "coefficient"; "sum"; "atoms" ]) data with
  | [ [ Text "1"; List []; List [ List [ Text name ] ] ] ]
    when counted name <> None || ((find book name).alphabets = [] && not (is_term book (name, find book name))) ->
      u_power [ (integer 1, ([], [ (nat (number_of book name), []) ])) ] (nat 1)
  | parts ->
      let add (p, q) = function
        | [ c; List []; List [] ] ->
            let p', q' = fraction c in
            let above = times p q' + times p' q and below = times q q' in
            let d = gcd above below in (above / d, below / d)
        | _ -> refuse "an order is a number or a scalar" in
      let p, q = List.fold_left add (0, 1) parts in
      u_power (numeral (integer p)) (nat q)
(* The power of order 2 is called the square, and that of order 1/2 the root. A term of a power that has such an order,
   and is called a power, is another term: its order is written as another fraction. *)
let is_called f = f = u_square || f = u_root
let as_power ((k, (p, d)) as f) = if is_called f then (k, (rescaled 2 p, add d d)) else f
let function_of book data =
  match fields (if List.mem_assoc "order" (members data) then [ "function"; "order" ] else [ "function" ]) data with
  | [ name ] -> (match text name with
      | "entropy" -> u_log_u | "square" -> u_square | "excess" -> u_excess | "root" -> u_root
      | other -> refuse (other ^ " is no function without an order"))
  | [ name; order ] ->
      if text name <> "power" then refuse "a power alone has an order";
      as_power (read_order book order)
  | _ -> assert false
let function_keys data = if List.mem_assoc "order" (members data) then [ "function"; "order" ] else [ "function" ]
let function_in book data =
  function_of book (Object (List.filter (fun (k, _) -> List.mem k [ "function"; "order" ]) (members data)))

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
      let term = { ct_tensor = nat number; ct_function = function_in book data;
                   ct_letters = List.map (letter book Place) own; ct_a = rescaled (d / s) p;
                   ct_b = rescaled (d / s') q; ct_denominator = nat d } in
      let declaration = { nothing with d_alphabets = List.map (alphabet book) alphabets } in
      { book with terms = book.terms @ [ term ]; tensors = book.tensors @ [ (name, { number; alphabets; declaration }) ] }

(* all terms, and what all tensors declare, those of terms that are added among them *)
let every_term book = book.terms @ !(book.added)
let every_declaration book =
  List.map (fun (_, t) -> t.declaration) book.tensors
  @ List.map (fun t -> { nothing with d_alphabets = List.map fst t.ct_letters }) !(book.added)
(* F(a, b) of these letters, and its tensor *)
let add_term book ct_function ct_letters ct_a ct_b =
  let ct_tensor = nat (2 * (List.length book.tensors + List.length !(book.added)) + 2) in
  book.added := !(book.added) @ [ { ct_tensor; ct_function; ct_letters; ct_a; ct_b; ct_denominator = nat 1 } ];
  ct_tensor

(* a fact that is known: its place among them, what it quantifies, and by what it is multiplied *)
type known = { place : int; over : string list; scale : int;
               fixed_letters : string list;    (* which are quantified in Coq's fact, and not in this one *)
               stated : poly }
let fixed book name = match List.assoc_opt name book.cases with Some role -> role | None -> Constant
let role_in book over name = if List.mem name over then Quantified else fixed book name

let fact book data =
  match fields [ "name"; "for_all"; "polynomial"; "relation" ] data with
  | [ name; for_all; p; r ] ->
      let over = letters for_all in
      let scale, p = polynomial book (role_in book over) p in
      (text name, { place = 0; over; scale; fixed_letters = []; stated = p }, (relation r, p))
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
                    letters_open : (string * role) list; rule : rule;
                    scales : int list; concludes : int;    (* by what premises and conclusion are multiplied *)
                    bound : string list; about : string list }    (* alphabets; letters that are one letter *)
(* its convex terms among those of a book *)
let terms_among book names =
  List.filter (fun c -> List.exists (fun (t, d) -> List.mem t names && nat d.number = c.ct_tensor) book.tensors) book.terms

(* a rule of a sequent: what it does not bind is shared *)
let rule_of book terms k data =
  match fields [ "name"; "alphabets"; "tensors"; "premises"; "conclusion" ] data with
  | [ name; alphabets; tensors; premises; conclusion ] ->
      let bound = list text alphabets and named = list text tensors in
      if List.length (List.sort_uniq compare named) < List.length named then refuse "a rule binds a tensor twice";
      if List.exists (fun t -> is_term book (t, find book t)) named then refuse "a rule binds tensors, and no convex term";
      let over = match fields [ "name"; "for_all"; "polynomial"; "relation" ] conclusion with
        | [ _; for_all; _; _ ] -> letters for_all | _ -> assert false in
      let within = { book with cases = List.map (fun x -> (x, Bound k)) over } in
      let facts = list (fact within) premises in
      (* the conclusion quantifies its letters; here they are constants of the rule *)
      let conclusion = match fields [ "name"; "for_all"; "polynomial"; "relation" ] conclusion with
        | [ _; _; p; r ] -> let k, p = polynomial within (fixed within) p in (k, (relation r, p)) | _ -> assert false in
      let concludes, conclusion = conclusion in
      let of_data = every_member "polynomial" data in
      let free = List.sort_uniq compare (List.concat_map letters_of of_data) in
      let quantified = List.concat_map (fun (_, f, _) -> f.over) facts in
      let shared = List.filter (fun x -> not (List.mem x over || List.mem x quantified)) free in
      let shared = shared @ List.concat_map (fun p ->
          let own = match fields [ "name"; "for_all"; "polynomial"; "relation" ] p with
            | [ _; for_all; p; _ ] -> List.filter (fun x -> not (List.mem x (letters for_all))) (letters_of p)
            | _ -> assert false in
          List.filter (fun x -> not (List.mem x over)) own) (list Fun.id premises) in
      let about = List.sort_uniq compare shared in
      let shared = List.map (letter book Constant) about in
      let mentioned = spoken terms (List.concat_map atoms_of of_data) in
      let r_terms = terms_among book mentioned in
      let used = List.filter (fun (t, d) -> List.mem t mentioned && not (List.mem t named || is_term book (t, d)))
          book.tensors in
      let declared (t, d) = if List.mem t named then d.declaration else undeclared d.declaration in
      let alphabets = Hashtbl.fold (fun a n found -> if List.mem a bound then found else nat n :: found)
          book.alphabets_of [] in
      { called = text name; home = book; premises_over = List.map (fun (_, f, _) -> f.over) facts;
        binding = List.map (fun t -> (t, find book t)) named;
        letters_open = List.map (fun x -> (x, Bound k)) over;
        scales = List.map (fun (_, f, _) -> f.scale) facts; concludes; bound; about;
        rule = { r_declarations = List.map declared book.tensors;
                 r_constants = List.map (letter book (Bound k)) over @ shared; r_terms;
                 shared_alphabets = alphabets; shared_tensors = List.map (fun (_, t) -> nat t.number) used;
                 shared_letters = shared; premises = List.map (fun (_, _, f) -> f) facts;
                 r_conclusion = conclusion } }
  | _ -> assert false
