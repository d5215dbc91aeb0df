(* The steps of certificates, as Coq has them (pmlsym/kernel/step_file.py). These need no trust: `check` judges them. *)
open Extracted
open Json
open Sequent_file
type int = Stdlib.Int.t
let fuel = nat 100
let learn known name fact = (name, { fact with place = List.length known }) :: known

(* ---- what a step says, and not a multiple of it ----
   `check` takes facts that are positive multiples of what is wanted, and what a new tensor is from its definition alone.
   Files say it exactly, and the kernel asks for that: so does this reader *)
exception Wrong
let require holds = if not holds then raise Wrong
let same_value book (k, p) (l, q) = is_zero (every_declaration book) fuel (rescaled l p @ negp (rescaled k q))
(* a polynomial about all letters, where a statement holds some of them fixed *)
let as_stated book over letters p =
  let fixed_here x = (letter book Quantified x, letter book (fixed book x) x) in
  at_letters (List.map fixed_here (List.filter (fun x -> not (List.mem x over)) letters)) (nat 0) p
let said_of_evidence known = function
  | Known (k, pairs, n) ->
      let _, f = List.find (fun (_, f) -> nat f.place = k) known in (f.scale, at_letters pairs n f.stated)
  | Declared (k, a) -> (1, snd (Extracted.declared k a))
(* whether a fact is about one letter that has this name *)
let about_one book f x =
  Hashtbl.mem (letters_in book (alphabet_of x)) (fixed book x, x)
  && (let x = letter book (fixed book x) x in
      List.exists (fun (_, (_, atoms)) -> List.exists (fun (_, l) -> List.mem x l) atoms) f.stated)
(* that evidence says just what is needed, and of no letter that runs *)
let shown_exactly ?(running = []) book known need = function
  | None -> true
  | Some u ->
      let apart = match u with
        | Known (k, _, _) ->
            let _, f = List.find (fun (_, f) -> nat f.place = k) known in
            not (List.exists (fun x -> about_one book f x) running)
        | Declared _ -> true in
      apart && same_value book need (said_of_evidence known u)

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

(* whether a tensor declares such a fact *)
let is_declared book name =
  match declared book name with
  | kind, tensor, _ ->
      let d = decl (every_declaration book) (nat tensor) and delta = tensor = 0 and size = tensor mod 2 = 1 in
      (match kind with
       | Nonneg -> delta || size || is_nonnegative d | Posit -> size || d.d_positive
       | AtMost -> delta || is_at_most_one d | SizeGe -> size)
  | exception Malformed _ -> false
(* a name that no fact has yet *)
let new_name book known name = require (name <> "" && not (List.mem_assoc name known || is_declared book name))

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

(* ---- version 2 ---- *)
let evidence book known at data =
  match list text data with
  | [] -> None
  | name :: letters -> Some (snd (use book known (-1) name (List.map at letters)))
let in_context book over x = letter book (role_in book over x) x

(* numbers for letters that nothing else is called *)
let fresh_from book =
  let counts = Hashtbl.create 8 in
  fun a ->
    let k = Stdlib.Option.value ~default:0 (Hashtbl.find_opt counts a) in
    Hashtbl.replace counts a (k + 1);
    (alphabet book a, nat (book.fresh + k))

(* an instance of a schema, as version 1 has it: the schema is a law, which binds its parameter alone. Its conditions, and
   what the parameter declares, are shown by facts, in letters that are new here *)
let instance book known laws stated (statement : fact) data =
  match data with
  | [ schema; places; body; guard; guard_fact; conditions ] ->
      let title = text schema in
      let place = match index_of title (List.map (fun l -> l.title) laws) with
        | Some k -> k | None -> refuse ("no schema is called " ^ title) in
      let law = List.nth laws place and places = letters places in
      let from = book.summed_from + 20 * book.most_summed and fresh = fresh_from book in
      let own k a = (Printf.sprintf "%s'%d:%s" (String.lowercase_ascii a) k a, (alphabet book a, nat (from + k))) in
      let shape = List.mapi own law.of_.alphabets and asked = List.length law.given in
      let quantified = List.sort_uniq compare (List.concat_map (fun f -> f.over) law.given) in
      let moved = List.map (fun x -> (x, fresh (alphabet_of x))) quantified in
      let stands name = letter book (role_in book stated.over name) name in
      let fact name at =
        let over = match List.assoc_opt name known with
          | Some f -> f.over
          | None ->
              let _, _, alphabets = declared book name in
              List.mapi (fun k a -> fst (own k a)) alphabets in
        snd (use book known 9 name (List.map at over)) in
      let condition k name =
        let at x = match List.assoc_opt x shape, List.assoc_opt x moved with
          | Some own, _ when k >= asked -> own
          | _, Some own when k < asked && List.mem x (List.nth law.given k).over -> own
          | _ -> stands x in
        Some (fact name at) in
      let d = law.of_.declaration in
      let sum = d.d_stochastic <> [] and signed = d.d_nonnegative || d.d_positive in
      (* what version 1 shows of the parameter, and which of it is asked for here *)
      let shown_of_it = [ (is_nonnegative d, signed); (is_at_most_one d, d.d_at_most_one && not (sum && signed));
                          (d.d_indicator, d.d_indicator); (sum, sum) ] in
      let given = List.mapi condition (list text conditions) in
      let named = List.length given = asked + List.length (List.filter fst shown_of_it) in
      require named;
      let wanted = List.map snd (List.filter fst shown_of_it) in
      let a_shown = List.filteri (fun k _ -> k < asked || List.nth wanted (k - asked)) given in
      let d, p = polynomial book (fun x -> if List.mem x places then Place else role_in book stated.over x) body in
      let _, a_guard = polynomial book ~shift:(9 * book.most_summed) (role_in book stated.over) guard in
      { a_rule = nat place; a_alphabets = []; a_letters = [];
        a_quantified = List.map (fun (x, own) -> (letter book Quantified x, [ own ])) moved;
        a_bodies = [ (nat law.of_.number, (List.map (letter book Place) places, p)) ]; a_denominator = nat d;
        a_shift = nat book.most_summed; a_terms = []; a_guard; a_guarded = Some (fact (text guard_fact) stands); a_shown;
        a_base = nat from; a_statement = statement }
  | _ -> assert false

(* where a rule is applied, or a state replaced, what it sums over, what its premises quantify, and the places of its
   tensors: all become new letters. `asked` and `shapes`: the letters of each need in order, as what they are called
   in its evidence *)
type new_letters = {
  components : nat -> Extracted.letter list;    (* new letters for one of an alphabet, by its number *)
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
  let named number = Hashtbl.fold (fun a k found -> if nat k = number then a else found) home.alphabets_of "" in
  { components = (fun a -> spread (named a)); sums; asked = List.map premise premises_over; shapes;
    every = fun () -> List.map (fun (x, l) -> (letter home Quantified x, l)) quantified @ sums @ at_places () }

let power d k = List.fold_left times 1 (List.init (Convex_reading.to_int k) (fun _ -> d))
(* what stands for the terms of a rule, read as terms of the book: a common denominator, all bodies, and how each is read.
   `own d` are the bodies of what is bound, with the denominator d *)
let with_images book new_ alphabets terms own d =
  let products = product_of alphabets and beyond = nat (2 * book.fresh) and shift = nat book.most_summed in
  (* summed letters as the file has them *)
  let renamed (c, (summed, atoms)) =
    let table = List.map (fun ((a, _) as x) -> (x, (a, nat (book.summed_from + rank fst summed x)))) summed in
    let at x = Stdlib.Option.value ~default:x (List.assoc_opt x table) in
    (c, (List.map at summed, List.map (fun (t, l) -> (t, List.map at l)) atoms)) in
  let images = List.map (fun t ->
      List.map (fun ((a, _) as x) -> (x, new_.components a)) t.ct_letters @ new_.sums) terms in
  let rec attempt tries d =
    let add (bodies, made, factor) t table =
      let im = image_of products table and body = find_body bodies in
      let expanded p = expand_poly products im p in
      let a = expanded t.ct_a and b = expanded t.ct_b in
      let j = degree body a and k = degree body b in
      let a' = rescaled (power d k) (replace body (nat d) shift a) and b' = rescaled (power d j) (replace body (nat d) shift b) in
      let o = expanded (order_of t.ct_function) and number, (_, below) = t.ct_function in
      let f = (number, (replace body (nat d) shift o, nat (times (Convex_reading.to_int below) (power d (degree body o))))) in
      let f = if is_called t.ct_function then f else as_power f in
      let r = Convex_reading.reading book fuel beyond f a' b' in
      let whole = times (Convex_reading.to_int t.ct_denominator) (times (power d j) (power d k)) in
      let p = List.map renamed (read f a' r) in
      let c c' = times d (Convex_reading.number c') in
      let factor = List.fold_left (fun found (x, _) -> lcm found (whole / gcd whole (c x))) factor p in
      let p = List.map (fun (x, m) -> (integer (c x / whole), m)) p in
      (bodies @ [ (t.ct_tensor, (Extracted.images im t.ct_letters, p)) ], made @ [ (table, r) ], factor) in
    let bodies, made, factor = List.fold_left2 add (own d, [], 1) terms images in
    if factor = 1 || tries = 0 then (d, bodies, made) else attempt (tries - 1) (times d factor) in
  attempt 3 d

(* what stands for an order is a number, or one scalar *)
let order_in book data = match read_order book data with f -> f | exception Malformed _ -> raise Wrong
let require_orders book home terms bodies =
  let is_order t = List.exists (fun c -> List.mem (nat (find home t).number) (tensors_of (order_of c.ct_function))) terms in
  List.iter (fun (t, data) -> match fields [ "places"; "body" ] data with
      | [ _; p ] -> if is_order t then ignore (order_in book p) | _ -> assert false) bodies
let application book known rules stated (statement : fact) data =
  match data with
  | [ rule; alphabets; bodies; given; guard; guard_use; shown ] ->
      let title = text rule in
      let place = match index_of title (List.map (fun r -> r.called) rules) with
        | Some k -> k | None -> refuse ("no rule is called " ^ title) in
      let of_ = List.nth rules place in
      let home = of_.home and here = in_context book stated.over in
      let replaced = List.map (fun (a, l) -> (a, list text l)) (members alphabets) in
      require (List.for_all (fun (a, _) -> List.mem a of_.bound) replaced);
      let components a = match List.assoc_opt a replaced with Some l -> l | None -> [ a ] in
      let own_alphabets = Hashtbl.fold (fun a _ found -> a :: found) home.alphabets_of [] in
      let product a = (alphabet home a, List.map (alphabet book) (components a)) in
      let images = List.map (fun (x, l) -> (x, list letter_text l)) (members given) in
      require (List.sort compare (List.map fst images) = List.sort compare (List.map fst of_.letters_open));
      List.iter (fun (x, l) -> require (List.map alphabet_of l = components (alphabet_of x))) images;
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
            let places = list (list letter_text) places in
            require (List.map (List.map alphabet_of) places = List.map components (find home t).alphabets);
            let places = distinct (List.concat places) in
            let scale, p = polynomial book (fun x -> if List.mem x places then Place else role_in book stated.over x) p in
            ((find home t).number, List.map (letter book Place) places, scale, p)
        | _ -> assert false in
      require_orders book home of_.rule.r_terms (members bodies);
      let bodies = List.map body (members bodies) in
      let d = List.fold_left (fun found (_, _, scale, _) -> lcm found scale) 1 bodies in
      let guard_scale, a_guard = polynomial book ~shift:(book.fresh - book.summed_from - book.most_summed)
          (role_in book stated.over) guard in
      let a_alphabets = List.map product own_alphabets in
      let own d = List.map (fun (t, l, scale, p) -> (nat t, (l, rescaled (d / scale) p))) bodies in
      let d, a_bodies, a_terms = with_images book new_ a_alphabets of_.rule.r_terms own d in
      let made =
        { a_rule = nat place; a_alphabets;
          a_letters = List.map image of_.letters_open @ new_.sums; a_quantified = new_.every ();
          a_bodies; a_denominator = nat d; a_shift = nat book.most_summed; a_terms; a_guard;
          a_guarded = evidence book known here guard_use;
          a_shown = List.map show (List.combine new_.asked first @ in_order); a_base = nat (places_from home);
          a_statement = statement } in
      let replaced_ im scale p =
        let degree = degree (Extracted.bodies made) (expand_poly (products made) im p) in
        (times guard_scale (times scale (power d degree)), translate made im p) in
      require (same_value book (stated.scale, snd statement)
                 (replaced_ (images_at made) of_.concludes (snd of_.rule.r_conclusion)));
      let need k (_, p) u =
        let scale = Stdlib.Option.value ~default:1 (List.nth_opt of_.scales k) in
        shown_exactly ~running:stated.over book known (replaced_ (images_need of_.rule made) scale p) u in
      let needed = needs of_.rule made in
      require (List.length needed = List.length made.a_shown
               && List.for_all Fun.id (List.mapi (fun k (g, u) -> need k g u) (List.combine needed made.a_shown))
               && shown_exactly ~running:stated.over book known (guard_scale, a_guard) made.a_guarded);
      made
  | _ -> assert false

(* a new tensor: the fact about it, and how that fact is used where its statement fixes letters *)
let extension book known stated (statement : fact) kind data =
  let keep places scale = { stated with scale; fixed_letters = List.filter (fun x -> not (List.mem x stated.over)) places } in
  let own places x = if List.mem x places then Quantified else role_in book stated.over x in
  let quantified = List.map (letter book Quantified) in
  let says places made scale (facts : fact list) =
    let r, p = said_of facts made in
    require (implied r (fst statement) && List.for_all (fun x -> List.mem x places) stated.over
             && same_value book (stated.scale, snd statement) (scale, as_stated book stated.over places p));
    (made, keep places scale) in
  let is tensor declaration letters =
    let alphabets = List.map (fun x -> alphabet book (alphabet_of x)) letters in
    require ((find book tensor).declaration = { declaration with d_alphabets = alphabets }) in
  match kind, data with
  | "define", [ tensor; places; body; shown ] ->
      let places = letters places and t = nat (number_of book (text tensor)) in
      let scale, p = polynomial book (own places) body in
      let at x = letter book (own places x) x in
      let shown = list (evidence book known at) shown in
      let body_of = only_body t (quantified places) p and shift = nat book.most_summed in
      let need (_, q) u = shown_exactly book known (power scale (degree body_of q), replace body_of (nat scale) shift q) u in
      let needed = needs_of (every_declaration book) t (t, quantified places) in
      require (List.length needed = List.length shown && List.for_all2 need needed shown);
      says places (Define (t, quantified places, p, nat scale, shift, shown)) scale []
  | "choose", [ tensor; outer; inner; p ] ->
      let outer = letters outer and inner = letters inner in
      require (inner <> []);
      let fresh = fresh_from book in
      let scale, p = polynomial book (own (outer @ inner)) p in
      let from = List.length outer in
      is (text tensor) { nothing with d_indicator = true; d_stochastic = List.mapi (fun k _ -> nat (from + k)) inner }
        (outer @ inner);
      says (outer @ inner) (Choose (nat (number_of book (text tensor)), quantified outer, quantified inner, p,
               List.map (fun x -> fresh (alphabet_of x)) inner, nat book.most_summed)) scale []
  | "reciprocal", [ tensor; f ] ->
      let f = match List.assoc_opt (text f) known with Some f -> f | None -> refuse "a reciprocal is of a fact" in
      is (text tensor) { nothing with d_positive = true } f.over;
      let tensor = nat (number_of book (text tensor)) in
      says f.over (Reciprocal (tensor, quantified f.over, nat f.place, nat f.scale)) f.scale
        (List.init (f.place + 1) (fun _ -> (Gt, f.stated)))
  | _ -> assert false

(* a step about convex terms *)
let about_terms book known stated (statement : fact) kind step data =
  let beyond = nat (2 * book.fresh) in
  let reading f = Convex_reading.reading book fuel beyond f in
  let here x = letter book (role_in book stated.over x) x in
  let evidences at shown = list (evidence book known at) shown in
  (* it says what it states, and its needs are shown, both with their denominators *)
  let says ?(summed = []) scale made needs shown =
    let running = summed @ stated.over in
    require (List.length needs = List.length shown && List.for_all2 (shown_exactly ~running book known) needs shown
             && same_value book (stated.scale, snd statement) (scale, snd (said_convex made)));
    made in
  match kind, data with
  | "perspective", [ parts; shown ] ->
      let f = function_in book step in
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
      require (parts <> []);
      let d = List.fold_left (fun found (_, (s, _), (s', _)) -> lcm found (lcm s s')) 1 parts in
      let made (summed, (s, p), (s', q)) =
        let p = rescaled (d / s) p and q = rescaled (d / s') q in
        (((p, q), List.map (letter book Quantified) summed), reading f p q) in
      let parts' = List.map made parts in
      let needed = List.concat_map (fun (summed, _, _) -> [ summed; summed ]) parts and shown = list Fun.id shown in
      let show summed data =
        evidence book known (fun x -> letter book (role_in book (summed @ stated.over) x) x) data in
      let total g = total_of g parts' in
      require (List.length needed = List.length shown);
      let shown = List.map2 show needed shown in
      let needs = List.concat_map (fun p -> [ (d, first_of p); (d, second_of p) ]) parts' in
      says ~summed:(List.concat_map (fun (summed, _, _) -> summed) parts) d
        (Perspective (f, parts', reading f (total first_of) (total second_of), shown)) needs shown
  | "scale", [ factor; a; b; shown ] ->
      let f = function_in book step in
      let k, v = polynomial book ~shift:book.most_summed (role_in book stated.over) factor in
      let s, p = polynomial book (role_in book stated.over) a in
      let s', q = polynomial book (role_in book stated.over) b in
      let d = lcm s s' in
      let p = rescaled (d / s) p and q = rescaled (d / s') q in
      (match evidences here shown with
       | [ u ] -> says (times k d) (Scale (f, v, p, q, reading f (mulp v p) (mulp v q), reading f p q, u)) [ (k, v) ] [ u ]
       | _ -> raise Wrong)
  | "same", [ a; b; c; e; shown ] ->
      let f = function_in book step in
      let read = List.map (polynomial book (role_in book stated.over)) [ a; b; c; e ] in
      let d = List.fold_left (fun found (s, _) -> lcm found s) 1 read in
      let a, b, c, e = match List.map (fun (s, p) -> rescaled (d / s) p) read with
        | [ a; b; c; e ] -> (a, b, c, e) | _ -> assert false in
      (match evidences here shown with
       | [ u; u' ] -> says d (Same (f, a, b, c, e, reading f a b, reading f c e, u, u'))
                        [ (d, a @ negp c); (d, b @ negp e) ] [ u; u' ]
       | _ -> raise Wrong)
  | "row", [ name; a; b; parameters; shown ] ->
      let argument p = let s, p = polynomial book (role_in book stated.over) p in (p, nat s) in
      let name = text name and parameters = list Fun.id parameters in
      let first = match index_of name Convex_reading.rows with Some k -> k | None -> raise Wrong in
      require (nat (2 + List.length parameters) = (List.nth table first).arity);
      let orders = Convex_reading.orders_in name in
      let parameter k p = if List.mem k orders then snd (order_in book p) else argument p in
      let t_arguments = argument a :: argument b :: List.mapi parameter parameters in
      let scaled (p, d) = (Convex_reading.to_int d, p) in
      let same x y = same_value book (scaled x) (scaled y) in
      let k = if Convex_reading.further_row name same t_arguments then first + 1 else first in
      let row = List.nth table k and shown = evidences here shown and value w = scaled (poly_of t_arguments w) in
      let write = Convex_reading.written book fuel beyond book.most_summed t_arguments in
      require (List.length (needs_of_row row) = List.length shown);
      require (k <> Convex_reading.entropy_of_number || same (List.nth t_arguments 1) (numeral (integer 1), nat 1));
      let t_says = write (snd row.row_says) in
      let t_needs = List.map2 (fun (_, e) u -> (write e, u)) (needs_of_row row) shown in
      says (times (Convex_reading.multiple k) (fst (value t_says)))
        (OfTable { t_row = nat k; t_arguments; t_says; t_needs }) (List.map (fun (w, _) -> value w) t_needs) shown
  | _ -> assert false

(* a fact that a tensor declares of itself alone, derived *)
let derived_fact book known name =
  if List.mem_assoc name known then None
  else match declared book name with
    | kind, tensor, [] ->
        let fact = Extracted.declared kind (nat tensor, []) in
        let term = { coef = integer 1; uses = [ Declared (kind, (nat tensor, [])) ]; summed = [] } in
        let combine = { scale = nat 1; statement = fact; multiplier = []; terms = [ term ] } in
        Some (combine, learn known name { place = 0; over = []; scale = 1; fixed_letters = []; stated = snd fact })
    | _ -> None
    | exception Malformed _ -> None

let keys_2 = function
  | "apply" -> [ "rule"; "alphabets"; "bodies"; "letters"; "guard"; "guard_use"; "shown" ]
  | "define" -> [ "tensor"; "places"; "body"; "shown" ]
  | "choose" -> [ "tensor"; "outer"; "inner"; "polynomial" ]
  | "reciprocal" -> [ "tensor"; "fact" ]
  | "enlarge" -> [ "alphabet"; "fact" ]
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
type final = { by : int; wanted : fact; stands_as : string -> role; named : bool }

(* a fact that is derived, at letters where it says more than what is wanted; of a branch it is the last one, and at the
   end what is called the goal *)
let finish book known final =
  let ending = if final.named then List.assoc_opt "goal" known else Stdlib.Option.map snd (List.nth_opt known 0) in
  match ending with
  | None -> raise Wrong
  | Some (last : known) ->
      let moved = List.filter (fun x -> final.stands_as x <> Quantified) last.over in
      let pairs = List.map (fun x -> (letter book Quantified x, letter book (final.stands_as x) x)) moved in
      require (same_value book (final.by, snd final.wanted) (last.scale, at_letters pairs (nat 0) last.stated));
      let d = gcd final.by last.scale in
      let used = Known (nat last.place, pairs, nat book.most_summed) in
      let term = { coef = integer (final.by / d); uses = [ used ]; summed = [] } in
      if moved = [] && last.place = List.length known - 1 then Done
      else Comb ({ scale = nat (last.scale / d); statement = final.wanted; multiplier = []; terms = [ term ] }, Done)

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
          new_name book known name;
          let later scale = proof book (learn known name { stated with scale }) laws rules final rest in
          match kind, data with
          | "combine", _ -> Comb (combination book known stated statement data, later stated.scale)
          | "instantiate", _ -> Appl (instance book known laws stated statement data, later stated.scale)
          | "apply", _ -> Appl (application book known rules stated statement data, later stated.scale)
          | ("reciprocal" | "enlarge"), [ _; Text f ] when derived_fact book known f <> None ->
              let combine, known = Stdlib.Option.get (derived_fact book known f) in
              Comb (combine, proof book known laws rules final (step :: rest))
          | "enlarge", [ alphabet_name; f ] ->
              let f = match List.assoc_opt (text f) known with Some f -> f | None -> raise Wrong in
              let l_alphabet = alphabet book (text alphabet_name) in
              let said = enlarged (List.init (f.place + 1) (fun _ -> (Gt, f.stated)))
                  { l_alphabet; l_number = nat f.place; l_room = nat f.scale } in
              require (stated.over = [] && implied (fst said) (fst statement)
                       && same_value book (stated.scale, snd statement) (f.scale, snd said));
              Enla ({ l_alphabet; l_number = nat f.place; l_room = nat f.scale }, later f.scale)
          | ("define" | "choose" | "reciprocal"), _ ->
              let made, known_as = extension book known stated statement kind data in
              Exte (made, proof book (learn known name known_as) laws rules final rest)
          | ("perspective" | "scale" | "same" | "row"), _ ->
              Conv (about_terms book known stated statement kind step data, statement, later stated.scale)
          | "limit", [ variable; f ] ->
              let f = match List.assoc_opt (text f) known with Some f -> f | None -> refuse "a limit is of a fact" in
              let l_var = nat (number_of book (text variable)) in
              require ({ (find book (text variable)).declaration with d_nonnegative = false }
                       = { nothing with d_positive = true; d_at_most_one = true });
              require (same_value book (stated.scale, snd statement)
                         (f.scale, as_stated book stated.over f.over (kept l_var f.stated)));
              Lim ({ l_var; l_fact = nat f.place; l_stmt = statement }, later stated.scale)
          | "indicate", [ indicator; p ] ->
              let scale, n_poly = polynomial book (role_in book stated.over) p in
              let n_places = List.map (letter book Quantified) stated.over in
              let made = { n_ind = nat (number_of book (text indicator)); n_places; n_poly } in
              let r, p = defining made and alphabets = List.map (fun x -> alphabet book (alphabet_of x)) stated.over in
              require ((find book (text indicator)).declaration = { nothing with d_alphabets = alphabets; d_indicator = true }
                       && implied r (fst statement) && same_value book (stated.scale, snd statement) (scale, p));
              Indi (made, later scale)
          | "split", [ case; p; positive; nonpositive ] ->
              let case_letters = List.filter (fun x -> List.mem x stated.over) (letters_of p) in
              require (not (List.exists (fun x -> List.exists (fun r -> List.mem x r.about) rules
                                                   || List.exists (fun (_, f) -> about_one book f x) known) case_letters));
              let depth = List.fold_left (fun d (_, r) -> match r with Case k -> max d (k + 1) | _ -> d) 0 book.cases in
              let within = { book with cases = List.map (fun x -> (x, Case depth)) case_letters @ book.cases } in
              let scale, p = polynomial within (fixed within) p in
              new_name book known (text case);
              let as_inside x = if List.mem x case_letters then Case depth else role_in book stated.over x in
              let by, inside = match fields [ "name"; "for_all"; "polynomial"; "relation" ] stated_data with
                | [ _; _; p; _ ] -> polynomial within as_inside p | _ -> assert false in
              let final = { by; wanted = (fst statement, inside); stands_as = as_inside; named = false } in
              (* p > 0, or -p >= 0 *)
              let branch p steps =
                let known = learn known (text case) { place = 0; over = []; scale; fixed_letters = []; stated = p } in
                proof within known laws rules final (list (fun s -> s) steps) in
              let renamed x = (letter book Quantified x, letter book (Case depth) x) in
              Split (statement, p, List.map renamed case_letters, branch p positive, branch (negp p) nonpositive,
                     later stated.scale)
          | _ -> assert false)
      | [] | [ _ ] -> assert false)

(* ---- that what is introduced is new where it stands, in the order of the file ----
   In Coq nothing that is assumed, and no goal, may speak of it; the kernel asks for more: no step before does, and no
   limit stands beside it *)
let without keys data = Object (List.filter (fun (k, _) -> not (List.mem k keys)) (members data))
let named_in terms data = spoken terms (List.concat_map atoms_of (List.concat_map (fun k -> every_member k data)
    [ "polynomial"; "case"; "body"; "guard"; "factor"; "a"; "b"; "c"; "d"; "goal" ]
    @ List.concat_map (list Fun.id) (every_member "parameters" data)))
let rec every_text = function
  | Text t -> [ t ]
  | List l -> List.concat_map every_text l
  | Object m -> List.concat_map (fun (_, v) -> every_text v) m
  | _ -> []
let alphabets_of_names book names =
  List.concat_map (fun t -> match counted t, List.assoc_opt t book.tensors with
      | Some a, _ -> [ a ] | None, Some d -> d.alphabets | None, None -> []) names
let alphabets_named book data names =
  List.map alphabet_of (List.filter is_letter (every_text data)) @ alphabets_of_names book names
let rec every_step steps =
  List.concat_map (fun s -> let inside k = match List.assoc_opt k (members s) with Some l -> list Fun.id l | None -> [] in
                    s :: every_step (inside "positive" @ inside "nonpositive")) steps
let require_new book terms sequent steps =
  let every = every_step (list Fun.id steps) in
  let field k s = match List.assoc_opt k (members s) with Some (Text t) -> t | _ -> "" in
  let is kinds s = List.mem (field "step" s) kinds in
  let bound k = List.concat_map (list text) (every_member k (Object [ ("rules", List (every_member "rules" sequent)) ])) in
  let assumed = named_in terms sequent @ bound "tensors" in
  List.iter (fun s -> if is [ "limit" ] s then require (not (List.mem (field "variable" s) assumed))) every;
  if List.exists (is [ "define"; "indicate"; "choose"; "reciprocal"; "enlarge" ]) every then begin
    require (not (List.exists (is [ "limit" ]) every));
    let one (names, alphabets) s =
      let own = without [ "positive"; "nonpositive" ] s in
      let mentioned = named_in terms own in
      let kind = field "step" s in
      let made = if kind = "indicate" then field "indicator" s else if kind = "enlarge" then "" else field "tensor" s in
      if made <> "" then require (not (List.mem made (names @ named_in terms (without [ "statement" ] own))));
      let put_in = match kind, List.assoc_opt "alphabets" (members s) with
        | "apply", Some a -> List.concat_map (fun (_, l) -> list text l) (members a) | _ -> [] in
      let here = alphabets_named book own mentioned @ put_in in
      if kind = "enlarge" then require (not (List.mem (field "alphabet" s) alphabets));
      let more = if made = "" then mentioned else made :: mentioned in
      (more @ names, field "alphabet" s :: here @ alphabets) in
    let start = (assumed, alphabets_named book sequent assumed @ bound "alphabets") in
    ignore (List.fold_left one start every)
  end
