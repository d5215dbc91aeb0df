(* Where convex terms stand in a proof. Those that speak of what a step introduces are new entries of the table (Entr),
   placed where all of that is introduced; the others are there from the beginning. `check` judges what comes of it. *)
open Extracted
open Sequent_file

(* what a proof introduces: tensors, and alphabets as their sizes *)
let rec introduced = function
  | Done -> []
  | Comb (_, p) | Lim (_, p) | Conv (_, _, p) | Appl (_, p) | Entr (_, p) -> introduced p
  | Indi (i, p) -> i.n_ind :: introduced p
  | Exte (e, p) -> new_tensor e :: introduced p
  | Enla (l, p) -> size_tensor l.l_alphabet :: introduced p
  | Split (_, _, _, p, p', p'') -> List.concat_map introduced [ p; p'; p'' ]

let speaks_of book t =
  let p = ct_arguments t in
  let tensors = tensors_of p in
  let over s = (decl (every_declaration book) s).d_alphabets in
  tensors @ List.map size_tensor (alphabets_in p @ List.map fst t.ct_letters @ List.concat_map over tensors)

(* the terms, those that speak of what is missing, or of such terms, apart *)
let without book missing terms =
  let add (there, apart, missing) t =
    if List.exists (fun x -> List.mem x missing) (speaks_of book t) then (there, t :: apart, t.ct_tensor :: missing)
    else (t :: there, apart, missing) in
  let there, apart, _ = List.fold_left add ([], [], missing) terms in
  (List.rev there, List.rev apart)
let table book proofs = fst (without book (List.concat_map introduced proofs) (every_term book))

(* the proof with all terms that are not in the table. What one case introduces may be spoken of in what stands after it *)
let placed book table proof =
  let rec go terms missing proof =
    let there, apart = without book missing terms in
    let next ?made f p =
      let missing, p = go apart (List.filter (fun x -> Some x <> made) missing) p in
      (missing, f p) in
    let missing, proof = match proof with
      | Done -> (missing, Done)
      | Comb (c, p) -> next (fun p -> Comb (c, p)) p
      | Lim (l, p) -> next (fun p -> Lim (l, p)) p
      | Conv (c, f, p) -> next (fun p -> Conv (c, f, p)) p
      | Appl (i, p) -> next (fun p -> Appl (i, p)) p
      | Entr (t, p) -> next (fun p -> Entr (t, p)) p
      | Indi (i, p) -> next ~made:i.n_ind (fun p -> Indi (i, p)) p
      | Exte (e, p) -> next ~made:(new_tensor e) (fun p -> Exte (e, p)) p
      | Enla (l, p) -> next ~made:(size_tensor l.l_alphabet) (fun p -> Enla (l, p)) p
      | Split (f, c, s, p, p', p'') ->
          let missing, p = go apart missing p in
          let missing, p' = go apart missing p' in
          let missing, p'' = go apart missing p'' in
          (missing, Split (f, c, s, p, p', p'')) in
    (missing, List.fold_right (fun t p -> Entr (t, p)) there proof) in
  let terms = List.filter (fun t -> not (List.mem t table)) (every_term book) in
  snd (go terms (introduced proof) proof)
