(* The certificates, lemmas and inductions of a file, judged (pmlsym/kernel/certificate_file.py).

   What is trusted is how sequents and inductions are read. *)
open Extracted
open Json
open Sequent_file
open Step_file
type int = Stdlib.Int.t
(* ---- a certificate ---- *)
(* of how many letters of one alphabet each is made, at most *)
let most_alike letters =
  List.fold_left (fun k x -> max k (List.length (List.filter (fun y -> alphabet_of x = alphabet_of y) letters))) 1 letters
let rec longest_sum = function
  | List l -> List.fold_left (fun k v -> max k (longest_sum v)) 1 l
  | Object m ->
      let own = function "sum", (List _ as l) -> most_alike (letters l) | _, v -> longest_sum v in
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
  let summed_from = (3 + deepest_split data + rules) * most_alike names and most_summed = longest_sum whole in
  { alphabets_of; letters = Hashtbl.create 64; tensors; terms = []; added = ref []; cases = []; summed_from; most_summed; version;
    fresh = summed_from + ((most_atoms whole + 4) * most_summed) }

let learned book facts =
  let add found (name, f, _) =
    require (name <> "goal"); new_name book found name; learn found name f in
  List.fold_left add [] facts
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
          let final = { by; wanted = goal; stands_as = (fun _ -> Constant); named = true } in
          let steps = proof book (learned book facts) laws [] final (list Fun.id steps) in
          check (List.map (fun (_, t) -> t.declaration) book.tensors) (constants book) fuel hypotheses
            (List.map (fun l -> l.schema) laws) steps goal
      | _ -> assert false)
  | _ -> assert false

(* a certificate of version 2, or a lemma: the rule that its sequent is, the terms and the tensors of its proof alone,
   its own rules, and its proof *)
let sequent_2 whole lemmas data =
  match data with
  | [ table; terms; sequent; derived ] -> (
      let book = List.fold_left with_term (book_of 2 whole table (List [ table; terms; sequent; derived ]))
          (members terms) in
      match fields [ "facts"; "rules"; "goal"; "relation" ] sequent with
      | [ facts; rules; goal; r ] ->
          let facts = list (fact book) facts in
          let count = ref (-1) in
          let rules = list (fun data -> incr count; rule_of book (members terms) !count data) rules in
          let by, p = polynomial book (fun _ -> Constant) goal in
          let conclusion = (relation r, p) in
          let final = { by; wanted = conclusion; stands_as = (fun _ -> Constant); named = true } in
          let opened = List.map (fun x -> (x, Constant)) (constant_names book) in
          let called = List.map (fun r -> r.called) rules and given = List.map (fun (name, _, _) -> name) facts in
          require (List.length (List.sort_uniq compare (called @ given)) = List.length (called @ given)
                   && not (List.exists (fun r -> List.mem r.called called) lemmas));
          let names = List.concat_map atoms_of (goal :: every_member "polynomial" sequent) in
          let mentioned = spoken (members terms) names in
          let r_terms = terms_among book mentioned in
          let plain = List.filter (fun t -> not (is_term book t)) book.tensors in
          let binding, hidden = List.partition (fun (t, _) -> List.mem t mentioned) plain in
          let binding = List.sort compare binding in
          require_new book (members terms) sequent derived;
          let steps = proof book (learned book facts) [] (lemmas @ rules) final (list Fun.id derived) in
          let rule = { r_declarations = every_declaration book;
                       r_constants = constants book; r_terms; shared_alphabets = []; shared_tensors = [];
                       shared_letters = []; premises = List.map third facts; r_conclusion = conclusion } in
          let table = Placed_terms.table book [ steps ] in
          let lemma = { l_rule = rule; l_hidden = List.map (fun (_, t) -> nat t.number) hidden;
                        l_terms = List.filter (fun t -> not (List.mem t r_terms)) table;
                        l_proof = Placed_terms.placed book table steps } in
          ({ called = ""; home = book; premises_over = List.map (fun (_, f, _) -> f.over) facts; binding;
             letters_open = opened; rule = said_by lemma; about = []; bound = alphabets_named book sequent mentioned; scales = List.map (fun (_, f, _) -> f.scale) facts;
             concludes = by }, lemma, rules)
      | _ -> assert false)
  | _ -> assert false

let parts = [ "tensors"; "terms"; "sequent"; "steps" ]
(* what is read, and is no induction *)
exception No_induction

(* An induction. What is trusted is how its facts, its state, and what stands for it, are read; the rest `check` judges *)
(* what a certificate of version 2 is: rules that are assumed, and a sequent with its proof as a lemma; or an induction;
   and what the numbers in it mean *)
type item = Proof of book * rule list * lemma | Run of book * Extracted.induction | Wrong_item

let induction whole lemmas data =
  match fields [ "tensors"; "terms"; "state"; "invariant"; "shared"; "increment"; "base"; "next"; "base_proofs";
                 "step_proofs" ] data with
  | [ table; terms; state; invariant; shared; increment; base; next; base_proofs; step_proofs ] ->
      let proof_parts = list (function Null -> None | each -> Some (fields parts each)) in
      let base_proofs = proof_parts base_proofs and step_proofs = proof_parts step_proofs in
      let merged found (name, d) = match List.assoc_opt name found with
        | None -> found @ [ (name, d) ]
        | Some d' -> if d = d' then found else raise No_induction in    (* two of one name *)
      let in_proofs part = List.concat_map (function Some own -> members (List.nth own part) | None -> [])
          (base_proofs @ step_proofs) in
      let tensors = List.fold_left merged (members table) (in_proofs 0) in
      (* a term may be written in two ways; below they are seen to be one *)
      let listed = List.fold_left (fun l (t, d) -> if List.mem_assoc t l then l else l @ [ (t, d) ]) (members terms)
          (in_proofs 1) in
      let state = list text state in
      (* terms of what is the same at every k stand first, then those that invariant and shared facts speak of besides *)
      let mentioned = spoken listed (List.concat_map atoms_of (every_member "polynomial" (List [ invariant; shared ]))) in
      let said = List.filter (fun (t, _) -> List.mem t mentioned) listed in
      let sides = List.map (fun side -> match fields [ "alphabets"; "bodies" ] side with
          | [ alphabets; bodies ] -> (List.map (fun (a, l) -> (a, list text l)) (members alphabets), members bodies)
          | _ -> assert false) [ base; next ] in
      let moved = List.sort_uniq compare (List.concat_map (fun (alphabets, _) -> List.map fst alphabets) sides) in
      let moves (_, data) =
        let names = spoken listed (List.concat_map atoms_of (List.concat_map (fun k -> every_member k data) [ "a"; "b"; "order" ])) in
        List.exists (fun t -> List.mem t state) names
        || List.exists (fun x -> is_letter x && List.mem (alphabet_of x) moved) (every_text data)
        || List.exists (fun t -> match counted t with Some a -> List.mem a moved | None -> false) names in
      let moving, fixed = List.partition moves said in
      let further = List.filter (fun (t, _) -> not (List.mem t mentioned)) listed in
      let book = List.fold_left with_term (book_of 2 whole (Object tensors) data) (fixed @ moving @ further) in
      let is_listed (t, data) =
        let first = List.assoc t listed and field k d = match List.assoc_opt k (members d) with
          | Some v -> v | None -> raise No_induction in
        let own = letters (field "letters" data) in
        let role x = if List.mem x own then Place else raise No_induction in
        let same k = same_value book (polynomial book role (field k first)) (polynomial book role (field k data)) in
        require (function_in book first = function_in book data && letters (field "letters" first) = own
                 && same "a" && same "b") in
      List.iter is_listed (in_proofs 1);
      let about_all data =
        let _, f, _ as read = fact book data in
        let p = match fields [ "name"; "for_all"; "polynomial"; "relation" ] data with
          | [ _; _; p; _ ] -> p | _ -> assert false in
        if List.exists (fun x -> not (List.mem x f.over)) (letters_of p) then raise No_induction;
        read in
      let state = List.map (fun name -> (name, find book name)) state in
      let invariants = list about_all invariant and shareds = list about_all shared in
      let increments = list about_all increment in
      let same = List.filter (fun (t, d) -> List.mem t mentioned && not (List.mem_assoc t state || is_term book (t, d)))
          book.tensors in
      let of_letters = List.map alphabet_of
          (List.filter is_letter (every_text (List (invariant :: shared :: List.map snd said)))) in
      let of_sizes = List.filter_map counted mentioned in
      let kept = List.filter (fun a -> not (List.mem a moved)) (List.sort_uniq compare
          (of_letters @ of_sizes @ List.concat_map (fun (_, t) -> t.alphabets) (state @ same))) in
      let premises_over = List.map (fun (_, f, _) -> f.over) invariants in
      let r_terms = terms_among book (List.map fst said) in
      let third (_, _, f) = f in
      let proved allowed = function
        | Some [ _; terms; sequent; derived ] -> (
            match fields [ "facts"; "rules"; "goal"; "relation" ] sequent with
            | [ facts; rules; goal; r ] ->
                if list Fun.id rules <> [] then raise No_induction;
                let facts = list (fact book) facts in
                let is_one (_, f, (r, p)) (_, f', (r', p')) =
                  r = r' && List.sort compare f.over = List.sort compare f'.over
                  && same_value book (f.scale, p) (f'.scale, p') in
                require (List.for_all (fun f -> List.exists (is_one f) allowed) facts);
                let by, p = polynomial book (fun _ -> Constant) goal in
                let p_goal = (relation r, p) in
                let final = { by; wanted = p_goal; stands_as = (fun _ -> Constant); named = true } in
                require_new book (members terms) sequent derived;
                let p_steps = proof book (learned book facts) [] lemmas final (list Fun.id derived) in
                Some (by, { p_constants = constants book; p_facts = List.map third facts; p_steps; p_goal })
            | _ -> assert false)
        | _ -> None in
      let side allowed (alphabets, bodies) proofs =
        let components a = match List.assoc_opt a alphabets with Some l -> l | None -> [ a ] in
        let new_ = new_letters book book components premises_over in
        let body (name, data) =
          match fields [ "places"; "body" ] data with
          | [ places; p ] ->
              let places = list (list letter_text) places in
              require (List.map (List.map alphabet_of) places = List.map components (find book name).alphabets);
              let places = distinct (List.concat places) in
              let role x = if List.mem x places then Place else raise No_induction in
              let scale, p = polynomial book role p in
              ((find book name).number, List.map (letter book Place) places, scale, p)
          | _ -> assert false in
        if List.sort compare (List.map fst bodies) <> List.sort compare (List.map fst state) then
          raise No_induction;    (* a state is replaced as a whole *)
        require_orders book book r_terms bodies;
        let bodies = List.map body bodies in
        let d = List.fold_left (fun found (_, _, scale, _) -> lcm found scale) 1 bodies in
        let a_alphabets = List.map (fun (a, l) -> (alphabet book a, List.map (alphabet book) l)) alphabets in
        let own d = List.map (fun (t, l, scale, p) -> (nat t, (l, rescaled (d / scale) p))) bodies in
        let d, a_bodies, a_terms = with_images book new_ a_alphabets r_terms own d in
        (* the goals in the order of the file, each with the tensor whose shape it is *)
        let shapes = List.concat_map (fun (_, t) -> List.map (fun l -> (t.number, l)) (new_.shapes t)) state in
        let goals = List.map (fun l -> (0, l)) new_.asked @ shapes in
        if List.length goals <> List.length proofs then raise No_induction;
        let known = List.map (proved allowed) proofs in
        let place = ref (-1) in
        let show (owner, names) = function
          | None -> (owner, None)
          | Some _ ->
              incr place;
              let at (x, l) = (letter book Constant x, l) in
              (owner, Some (Known (nat !place, List.map at names, nat 0))) in
        let shown = List.map2 show goals known in
        let in_order = List.stable_sort (fun (k, _) (l, _) -> compare k l) shown in
        let s_at = { a_rule = nat 0; a_alphabets; a_letters = []; a_quantified = new_.every (); a_bodies;
                     a_denominator = nat d; a_shift = nat book.most_summed; a_terms; a_guard = [ (Posz (nat 1), ([], [])) ]; a_guarded = None;
                     a_shown = List.map snd in_order; a_base = nat (places_from book); a_statement = (Ge, []) } in
        let proofs = List.filter_map Fun.id known in
        ({ s_at; s_proofs = List.map snd proofs }, List.map fst proofs) in
      let base, next = match sides with [ b; n ] -> (b, n) | _ -> assert false in
      (* what the next state is made of is there, in some fact *)
      let there = mentioned @ spoken listed (List.concat_map atoms_of (every_member "polynomial" increment))
                  @ List.map fst state in
      require (List.for_all (fun t -> t = "delta" || counted t <> None || List.mem t there)
                 (List.concat_map (fun (_, bodies) -> List.concat_map atoms_of (every_member "body" (Object bodies))) sides));
      let j_base, of_base = side shareds base base_proofs in
      let j_next, of_next = side (shareds @ invariants @ increments) next step_proofs in
      let numbers = List.map (fun (_, t) -> nat t.number) in
      let table = Placed_terms.table book
          (List.map (fun q -> q.p_steps) (j_base.s_proofs @ j_next.s_proofs)) in
      let placed side =
        let place q = { q with p_steps = Placed_terms.placed book table q.p_steps } in
        { side with s_proofs = List.map place side.s_proofs } in
      let j_base = placed j_base and j_next = placed j_next in
      let rest = List.filter (fun t -> not (List.mem t r_terms)) table in
      let made =
        { j_declarations = every_declaration book; j_state = numbers state;
          j_moved = List.map (alphabet book) moved; j_same = numbers same; j_kept = List.map (alphabet book) kept;
          j_fixed = terms_among book (List.map fst fixed); j_moving = terms_among book (List.map fst moving); j_further = rest;
          j_invariant = List.map third invariants; j_shared = List.map third shareds;
          j_increment = List.map third increments; j_base; j_next } in
      (* each goal is what is proved, and no multiple of it *)
      let rule = of_state made in
      let exact { s_at; s_proofs } scales =
        let one k (_, p) = function
          | Some (Known (n, pairs, _)) ->
              let n = Convex_reading.to_int n in
              let scale = match List.nth_opt invariants k with Some (_, f, _) -> f.scale | None -> 1 in
              let p' = expand_poly (products s_at) (images_need rule s_at) p in
              let scale = times scale (power (Convex_reading.to_int s_at.a_denominator) (degree (bodies s_at) p')) in
              require (same_value book (scale, translate s_at (images_need rule s_at) p)
                         (List.nth scales n, at_letters pairs (nat 0) (snd (List.nth s_proofs n).p_goal)))
          | _ -> () in
        let needed = needs rule s_at in
        require (List.length needed = List.length s_at.a_shown);
        List.iteri (fun k (need, shown) -> one k need shown) (List.combine needed s_at.a_shown) in
      exact j_base of_base; exact j_next of_next;
      Run (book, made)
  | _ -> assert false

let item_2 whole lemmas data =
  try match members data with
  | [ ("induction", inner) ] when List.mem ("format", Text "pmlsym sequents") (members whole) ->
      induction whole lemmas inner
  | _ ->
      let { home; _ }, lemma, rules = sequent_2 whole lemmas (fields parts data) in
      Proof (home, List.map (fun r -> r.rule) rules, lemma)
  with Wrong | No_induction -> Wrong_item
let terms_there l = l.l_rule.r_terms @ l.l_terms
let accepted_2 lemmas = function
  | Proof (_, rules, ({ l_rule = r; _ } as l)) ->
      check_after fuel lemmas (terms_there l) rules r.r_declarations r.r_constants r.premises l.l_proof r.r_conclusion
  | Run (_, j) -> check_induction (rows_in lemmas) fuel (List.map said_by lemmas) j
  | Wrong_item -> false

(* the lemmas of a file, as they may be applied, each with its proof *)
let read_lemmas whole data =
  let add found data =
    match fields ("name" :: parts) data with
    | name :: rest ->
        let said, lemma, rules = sequent_2 whole (List.rev_map fst found) rest in
        if rules <> [] then refuse "a lemma has no rules of its own";
        let name = text name in
        if List.exists (fun (l, _) -> l.called = name) found then refuse ("two lemmas are called " ^ name);
        ({ said with called = name }, lemma) :: found
    | [] -> assert false in
  List.rev (List.fold_left add [] (list Fun.id data))

(* a file of version 1 or 2: its lemmas, and what its certificates are *)
type read = First of bool list | Second of Extracted.lemma list * item list
let read data =
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
  | List found :: _ when version = 1 -> First (List.map (fun data -> try accepted_1 data with Wrong -> false) found)
  | List found :: _ :: _ :: lemmas :: _ ->
      let lemmas = read_lemmas data lemmas in
      Second (List.map snd lemmas, List.map (item_2 data (List.map fst lemmas)) found)
  | _ -> refuse "certificates are a list"

(* whether the lemmas of a file are accepted, and each of its certificates *)
let judged data =
  match read data with
  | exception Wrong -> (false, [])
  | First found -> (true, found)
  | Second (lemmas, items) -> (check_lemmas false fuel [] lemmas, List.map (accepted_2 lemmas) items)
