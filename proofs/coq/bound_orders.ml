(* A rule of a sequent that binds the order of a power. In Coq the order of a term is the name of a function, which nothing
   replaces. So such a rule is read as its instances at the orders at which it is applied, numbers or scalars: it is
   assumed for all orders that are as it declares, so for these.

   This is trusted: an instance says no more than the rule does. *)
open Json
open Sequent_file

type order = Number of int * int | Scalar of string
let shown_as = function Number (p, q) -> Printf.sprintf "%d/%d" p q | Scalar s -> s

(* a body that is a number, or one scalar *)
let order_of data =
  match fields [ "places"; "body" ] data with
  | [ List []; body ] -> (match list (fields [ "coefficient"; "sum"; "atoms" ]) body with
      | [] -> Number (0, 1)
      | [ [ c; List []; List [] ] ] -> let p, q = fraction c in Number (p, q)
      | [ [ Text "1"; List []; List [ List [ Text s ] ] ] ] -> Scalar s
      | _ -> refuse "an order is a number or a scalar")
  | _ -> refuse "an order has no letters"

(* what a scalar declares holds of the order plainly: the flags of its declaration, of which each asks for one need *)
let asked data =
  match fields [ "alphabets"; "facts"; "stochastic" ] data with
  | [ List []; facts; List [] ] ->
      let facts = list text facts in
      let has f = List.mem f facts in
      (if has "positive" then [ "positive" ] else if has "nonnegative" then [ "nonnegative" ] else [])
      @ List.filter has [ "at_most_one"; "indicator" ]
  | _ -> refuse "an order is a scalar"
let plainly tensors order flag =
  match order, flag with
  | Number (p, _), "positive" -> p > 0
  | Number (p, _), "nonnegative" -> p >= 0
  | Number (p, q), "at_most_one" -> p <= q
  | Number (p, q), _ -> p = 0 || p = q
  | Scalar s, ("positive" | "nonnegative") ->
      let own = asked (Stdlib.Option.value ~default:Null (List.assoc_opt s tensors)) in
      List.mem "positive" own || (flag = "nonnegative" && List.exists (fun f -> List.mem f own) [ "nonnegative"; "indicator" ])
  | Scalar _, _ -> false

(* how many needs stand for what a tensor declares *)
let needs data =
  match fields [ "alphabets"; "facts"; "stochastic" ] data with
  | [ _; facts; places ] ->
      let facts = list text facts and sums = places <> List [] in
      let count f = if f then 1 else 0 and has f = List.mem f facts in
      let signed = has "positive" || has "nonnegative" in
      count signed + count (has "at_most_one" && not (sums && signed)) + count (has "indicator") + count sums
  | _ -> assert false

(* in every polynomial, orders for scalars, and terms by other names *)
let rec replaced orders names data =
  match data with
  | Object m when List.mem_assoc "atoms" m -> (match fields [ "coefficient"; "sum"; "atoms" ] data with
      | [ c; sum; atoms ] ->
          let one (c, found) atom = match atom with
            | List [ Text k ] when List.mem_assoc k orders -> (match List.assoc k orders with
                | Scalar s -> (c, List [ Text s ] :: found)
                | Number (p, q) -> ((times (fst c) p, times (snd c) q), found))
            | List (Text t :: letters) when List.mem_assoc t names -> (c, List (Text (List.assoc t names) :: letters) :: found)
            | other -> (c, other :: found) in
          let (p, q), found = List.fold_left one (fraction c, []) (list Fun.id atoms) in
          let d = gcd p q in
          let written = if d = q then string_of_int (p / d) else Printf.sprintf "%d/%d" (p / d) (q / d) in
          Object [ ("coefficient", Text written); ("sum", sum); ("atoms", List (List.rev found)) ]
      | _ -> assert false)
  | Object m -> Object (List.map (fun (k, v) -> (k, replaced orders names v)) m)
  | List l -> List (List.map (replaced orders names) l)
  | other -> other

let field k data = match List.assoc_opt k (members data) with Some v -> v | None -> refuse ("there is no " ^ k)
let with_field k v data = Object (List.map (fun (name, old) -> (name, if name = k then v else old)) (members data))
let called data = text (field "name" data)

(* terms, sequent and steps, where no rule binds an order *)
let read table terms sequent steps =
  let tensors = members table in
  let is_order k =
    let monomial = Object [ ("coefficient", Text "1"); ("sum", List []); ("atoms", List [ List [ Text k ] ]) ] in
    fun (_, data) -> List.assoc_opt "order" (members data) = Some (List [ monomial ]) in
  let bound rule =
    let mentioned = spoken (members terms) (List.concat_map atoms_of (every_member "polynomial" rule)) in
    let own = List.filter (fun (t, _) -> List.mem t mentioned) (members terms) in
    List.filter (fun k -> List.exists (is_order k) own) (list text (field "tensors" rule)) in
  let binding = List.filter_map (fun r -> match bound r with [] -> None | l -> Some (called r, (r, l)))
      (list Fun.id (field "rules" sequent)) in
  let instances = ref [] in
  let declared k = match List.assoc_opt k tensors with Some d -> d | None -> refuse ("no tensor is called " ^ k) in
  let instance_of step (rule, orders) =
    let bodies = members (field "bodies" step) in
    let given k = match List.assoc_opt k bodies with Some b -> order_of b | None -> refuse ("no body for " ^ k) in
    let at = List.map (fun k -> (k, given k)) orders in
    let suffix = String.concat "" (List.map (fun (k, o) -> Printf.sprintf ", %s = %s" k (shown_as o)) at) in
    let name = called rule ^ suffix in
    if not (List.mem_assoc name !instances) then instances := (name, (rule, at, suffix)) :: !instances;
    let premises = List.length (list Fun.id (field "premises" rule)) in
    let first = List.filteri (fun j _ -> j < premises) (list Fun.id (field "shown" step)) in
    let left = List.filteri (fun j _ -> j >= premises) (list Fun.id (field "shown" step)) in
    let take (kept, left) k =
      let n = needs (declared k) in
      let own = List.filteri (fun j _ -> j < n) left and left = List.filteri (fun j _ -> j >= n) left in
      match List.assoc_opt k at with
      | None -> (kept @ own, left)
      | Some o ->
          let flags = asked (declared k) in
          if own <> List.map (fun _ -> List []) flags || not (List.for_all (plainly tensors o) flags) then
            refuse ("that an order is as it is declared is not plain: " ^ k);
          (kept, left) in
    let kept, left = List.fold_left take (first, left) (list text (field "tensors" rule)) in
    let bodies = List.filter (fun (k, _) -> not (List.mem_assoc k at)) bodies in
    with_field "rule" (Text name) (with_field "bodies" (Object bodies) (with_field "shown" (List (kept @ left)) step)) in
  let rec unbound step =
    let inner k step = match List.assoc_opt k (members step) with
      | Some (List l) -> with_field k (List (List.map unbound l)) step | _ -> step in
    match List.assoc_opt "step" (members step), List.assoc_opt "rule" (members step) with
    | Some (Text "apply"), Some (Text r) when List.mem_assoc r binding -> instance_of step (List.assoc r binding)
    | Some (Text "split"), _ -> inner "positive" (inner "nonpositive" step)
    | _ -> step in
  if binding = [] then (terms, sequent, steps)
  else
    let steps = List (List.map unbound (list Fun.id steps)) in
    let add (terms, rules) (name, (rule, at, suffix)) =
      let mentioned = spoken (members terms) (List.concat_map atoms_of (every_member "polynomial" rule)) in
      let speaks (t, data) = List.mem t mentioned && List.exists (fun (k, _) -> List.mem k
          (spoken (members terms) (List.concat_map (fun f -> List.concat_map atoms_of (every_member f data)) [ "a"; "b"; "order" ]))) at in
      let own = List.filter speaks (members terms) in
      let names = List.map (fun (t, _) -> (t, t ^ suffix)) own in
      let orders = List.map (fun (t, data) -> (List.assoc t names, replaced at names data)) own in
      let left = List.filter (fun k -> not (List.mem_assoc k at)) (list text (field "tensors" rule)) in
      let made = with_field "name" (Text name) (with_field "tensors" (List (List.map (fun k -> Text k) left))
                                                 (replaced at names rule)) in
      (Object (members terms @ orders), rules @ [ made ]) in
    let kept = List.filter (fun r -> not (List.mem_assoc (called r) binding)) (list Fun.id (field "rules" sequent)) in
    let terms, rules = List.fold_left add (terms, kept) (List.rev !instances) in
    (terms, with_field "rules" (List rules) sequent, steps)
