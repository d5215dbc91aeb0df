(* How a polynomial F(a, b) is read: the normal form that pmlsym/calculus/convex_term.py gives a convex term, searched
   for among the terms of a file. Nothing here needs trust: `check` judges what is found. *)
open Extracted
open Sequent_file

let rec to_int = function O -> 0 | S k -> 1 + to_int k
let number = function Posz k -> to_int k | Negz k -> - (to_int k + 1)

(* the factors of a monomial: atoms that share no summed letter stand in different ones *)
let factors (summed, atoms) =
  let bound (_, letters) = List.filter (fun x -> List.mem x summed) letters in
  let joined (own, _) atom = List.exists (fun x -> List.mem x own) (bound atom) in
  let add found atom =
    let touching, apart = List.partition (fun f -> joined f atom) found in
    let own = List.sort_uniq compare (bound atom @ List.concat_map fst touching) in
    (own, List.concat_map snd touching @ [ atom ]) :: apart in
  List.rev (List.fold_left add [] atoms)

let rec without same x = function
  | [] -> None
  | y :: l -> if same x y then Some l else Stdlib.Option.map (fun l -> y :: l) (without same x l)

(* the factors of both that are not negative, as often as they stand in both *)
let rec shared same l l' = match l with
  | [] -> []
  | x :: l -> match without same x l' with Some l' -> x :: shared same l l' | None -> shared same l l'

let rec permutations = function
  | [] -> [ [] ]
  | l -> List.concat_map (fun x -> List.map (fun rest -> x :: rest)
                             (permutations (List.filter (fun y -> y <> x) l))) l

(* What `accept` makes of the letters at which the arguments of a term are the polynomials wanted: its monomials are laid on
   theirs, and so letter on letter. `own`: its letters, in order. A term may have thirty letters, too many for all orders
   of them, and alphabets have other numbers here than places in the alphabet *)
let most_atoms_tried = 10_000
let rec of_each f before = function
  | [] -> None
  | x :: after ->
      (match f x (List.rev_append before after) with Some y -> Some y | None -> of_each f (x :: before) after)
let laid_on own arguments wanted accept =
  let tried = ref 0 in
  let bind pairs x y = match pairs with
    | None -> None
    | Some l ->
        (match List.assoc_opt x l with
         | Some z -> if z = y then pairs else None
         | None -> if fst x <> fst y || List.exists (fun (_, z) -> z = y) l then None else Some ((x, y) :: l)) in
  let rec atoms pairs l l' next = match l with
    | [] -> if l' = [] then next pairs else None
    | (t, places) :: l ->
        of_each (fun (t', places') left ->
            incr tried;
            if !tried > most_atoms_tried || t <> t' then None
            else Stdlib.Option.bind (List.fold_left2 bind (Some pairs) places places')
                (fun pairs -> atoms pairs l left next)) [] l' in
  let rec monomials pairs l l' next = match l with
    | [] -> if l' = [] then next pairs else None
    | (c, (_, l1)) :: l ->
        of_each (fun (c', (_, l2)) left ->
            if c <> c' then None
            else atoms pairs l1 l2 (fun pairs ->
                monomials (List.filter (fun (x, _) -> List.mem x own) pairs) l left next)) [] l' in
  let rec polynomials pairs l l' = match l, l' with
    | p :: l, q :: l' -> monomials pairs p q (fun pairs -> polynomials pairs l l')
    | _ -> if List.compare_lengths pairs own = 0 then accept (List.map (fun x -> List.assoc x pairs) own) else None in
  polynomials [] arguments wanted

(* summed letters of a term are moved by `shift`, beyond all others; a term that is not there is added *)
let reading book fuel shift f a b =
  let declarations = every_declaration book and terms = every_term book in
  let normal p = List.filter (fun (c, _) -> number c <> 0) (normal_form declarations fuel p) in
  let above = normal a and below = normal b in
  if above = [] then IsZero
  else if at_one f <> None && is_zero declarations fuel (a @ negp b) then IsSame
  else
    let nonnegative (_, atoms) =
      List.for_all (fun (t, _) -> t = O || to_int t mod 2 = 1 || is_nonnegative (decl declarations t)) atoms in
    let every = List.map (fun (c, m) -> (number c, factors m)) (above @ below) in
    let common = match List.map (fun (_, l) -> List.filter nonnegative l) every with
      | first :: rest -> List.fold_left (shared same_up_to_names) first rest
      | [] -> [] in
    let content = List.fold_left (fun found (c, _) -> gcd found c) 0 every in
    let v = [ (integer content, (List.concat_map fst common, List.concat_map snd common)) ] in
    let rest = List.fold_left (fun left x -> Stdlib.Option.value ~default:left (without same_up_to_names x left)) in
    let left = List.concat_map (fun (_, l) -> rest l common) every in
    let divided (c, m) =
      let l = rest (factors m) common in
      (integer (number c / content), (List.concat_map fst l, List.concat_map snd l)) in
    let letters (own, atoms) = List.filter (fun x -> not (List.mem x own)) (List.concat_map snd atoms) in
    let free = List.sort_uniq compare (List.concat_map letters left) in
    let orders = if List.length free > 6 then [] else permutations free in
    let wanted = [ List.map divided above; List.map divided below ] in
    let candidates = List.filter (fun t ->
        is_called t.ct_function = is_called f && same_function declarations fuel f t.ct_function
        && List.length t.ct_letters = List.length free) terms in
    let at t l =
      let entry = IsEntry (t.ct_tensor, l, shift, v) in
      if ok_read declarations fuel terms f a b entry then Some entry else None in
    let laid t = laid_on t.ct_letters [ normal t.ct_a; normal t.ct_b ] wanted (at t) in
    (* a letter that is put in for an equal one may make a term of another form, which some order of the letters finds *)
    let turned t = List.find_map (at t) orders in
    match List.find_map laid candidates, lazy (List.find_map turned candidates) with
    | Some entry, _ | None, lazy (Some entry) -> entry
    | None, lazy None ->
        let p, q = match wanted with [ p; q ] -> (p, q) | _ -> assert false in
        IsEntry (add_term book f free p q, free, shift, v)

(* an expression of the table with what stands for its arguments; each copy has summed letters of its own *)
let written book fuel shift apart arguments =
  let copies = ref 0 in
  let rec go = function
    | Arg k -> incr copies; WArg (k, nat (!copies * apart))
    | Num c -> WNum c
    | Half -> WHalf
    | Plus (x, y) -> let x = go x in WPlus (x, go y)
    | Times (x, y) -> let x = go x in WTimes (x, go y)
    | Fun (f, o, x, y) ->
        let o = go o in
        let x = go x in
        let y = go y in
        let p, d = poly_of arguments x and q, e = poly_of arguments y in
        WFun (f, o, x, y, reading book fuel shift (f, poly_of arguments o) (scalep e p) (scalep d q)) in
  go

let rows =
  [ "entropy tangent"; "entropy below square"; "entropy of number"; "entropy reference"; "log of product";
    "square reference"; "square tangent"; "square times"; "square below excess"; "excess tangent"; "excess above";
    "excess none"; "excess all"; "excess below square"; "excess below entropy"; "excess below root"; "root tangent";
    "root above"; "root square"; "root above least"; "root below excess"; "entropy above root";
    "entropy below power"; "entropy below power"; "power below power"; "power below power"; "power tangent";
    "power turned"; "power of product"; "power of product"; "excess below power" ]
(* by what the table of Coq, which has whole numbers, multiplies a row: Pinsker's has thirds *)
let multiple k = if List.nth rows k = "excess below entropy" then 3 else 1
(* where two rows have a name, the second is at two references that are apart, or is of either sign *)
let further_row name same arguments =
  let at k = List.nth arguments k in
  match name with
  | "entropy below power" -> not (same (at 1) (at 4))
  | "power below power" -> not (same (at 1) (at 5))
  | "power of product" -> not (same (at 3) (numeral (integer (-1)), nat 1))
  | _ -> false
(* which parameters are orders *)
let orders_in = function
  | "entropy below power" | "power tangent" | "power of product" | "excess below power" -> [ 0 ]
  | "power below power" -> [ 0; 2 ]
  | "power turned" -> [ 0; 1 ]
  | _ -> []
(* the row that the kernel states at b = 1 alone *)
let entropy_of_number = 2
