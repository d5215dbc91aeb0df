(* The steps of certificates, as Coq has them (pmlsym/evidence/step_file.py). These need no trust: `check` judges them. *)
open Extracted
open Json
open Sequent_file
type int = Stdlib.Int.t
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

(* a step that `check` refuses: where not just what is needed is shown, or the table has no such row *)
let wrong_step = OfTable { t_row = nat (List.length table); t_arguments = []; t_says = WNum (integer 0); t_needs = [] }

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
      let show summed data =
        evidence book known (fun x -> letter book (role_in book (summed @ stated.over) x) x) data in
      let total g = total_of g parts' in
      if List.length needed <> List.length shown then wrong_step
      else Perspective (f, parts', reading f (total first_of) (total second_of), List.map2 show needed shown)
  | "scale", [ factor; a; b; shown ] ->
      let f = nat (function_in book step) in
      let _, v = polynomial book ~shift:book.most_summed (role_in book stated.over) factor in
      let s, p = polynomial book (role_in book stated.over) a in
      let s', q = polynomial book (role_in book stated.over) b in
      let p = rescaled (lcm s s' / s) p and q = rescaled (lcm s s' / s') q in
      (match evidences here shown with
       | [ u ] -> Scale (f, v, p, q, reading f (mulp v p) (mulp v q), reading f p q, u)
       | _ -> wrong_step)
  | "same", [ a; b; c; e; shown ] ->
      let f = nat (function_in book step) in
      let read = List.map (polynomial book (role_in book stated.over)) [ a; b; c; e ] in
      let d = List.fold_left (fun found (s, _) -> lcm found s) 1 read in
      let a, b, c, e = match List.map (fun (s, p) -> rescaled (d / s) p) read with
        | [ a; b; c; e ] -> (a, b, c, e) | _ -> assert false in
      (match evidences here shown with
       | [ u; u' ] -> Same (f, a, b, c, e, reading f a b, reading f c e, u, u')
       | _ -> wrong_step)
  | "row", [ name; a; b; parameters; shown ] ->
      let argument p = let s, p = polynomial book (role_in book stated.over) p in (p, nat s) in
      let t_arguments = argument a :: argument b :: list argument parameters in
      let write = Convex_reading.written declarations fuel book.terms beyond book.most_summed t_arguments in
      let shown = evidences here shown in
      (match index_of (text name) Convex_reading.rows with
       | Some k when List.length (needs_of_row (List.nth table k)) = List.length shown ->
           let row = List.nth table k in
           OfTable { t_row = nat k; t_arguments; t_says = write (snd row.row_says);
                     t_needs = List.map2 (fun (_, e) u -> (write e, u)) (needs_of_row row) shown }
       | _ -> wrong_step)
  | _ -> assert false

(* a new alphabet J with |J| p >= 1, where q = p f.scale > 0 is known: from q (|J| q - f.scale) >= 0, which is assumed *)
let large name = "large: " ^ String.make 1 (Char.chr 0) ^ name
let enlargement book known stated statement = function
  | [ alphabet_name; f ] ->
      let name = text alphabet_name in
      (match List.assoc_opt (text f) known, List.assoc_opt (large name) known with
       | Some f, Some assumed when f.over = [] && f.fixed_letters = [] ->
           let l_shift = nat book.most_summed in
           Hashtbl.replace book.larger_of name
             { l_alphabet = alphabet book name; l_number = f.stated; l_room = nat f.scale; l_shift };
           let at k (f : known) = Known (nat f.place, [], nat (book.most_summed * k)) in
           { scale = nat f.scale; statement; multiplier = [ at 1 f ];
             terms = [ { coef = integer stated.scale; uses = [ at 2 assumed ]; summed = [] } ] }
       | _, None -> refuse "steps enlarge are in no lemma, and in no induction, in this checker"
       | _ -> { scale = nat 1; statement; multiplier = []; terms = [] })
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
          | "enlarge", _ -> Comb (enlargement book known stated statement data, later stated.scale)
          | "reciprocal", [ _; Text f ] when derived_fact book known f <> None ->
              let combine, known = Stdlib.Option.get (derived_fact book known f) in
              Comb (combine, proof book known laws rules final (step :: rest))
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
              let known' = learn known (text case) { place = 0; over = []; scale; fixed_letters = []; stated = p } in
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
