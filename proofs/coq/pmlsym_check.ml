(* pmlsym-check FILE..: the extracted checker on files of proofs, as `pmlsym ask --save` writes them.
   Prints accepted, refused or unread for each. Exit status 0 if all are accepted, 1 if one is refused,
   2 if one cannot be read.

   pmlsym-check --coq FILE..: the certificates of version 2 in them, and their lemmas, as modules for Coq, each with the
   theorem about its sequent, and the command that prints what these assume. *)
let read name =
  let channel = open_in_bin name in
  Fun.protect ~finally:(fun () -> close_in channel) (fun () ->
      really_input_string channel (in_channel_length channel))

let judged name =
  match Certificate_file.judged (Json.parse (read name)) with
  | true, found when List.for_all Fun.id found ->
      let n = List.length found in
      (0, Printf.sprintf "accepted %s: %d sequent%s" name n (if n = 1 then "" else "s"))
  | false, _ -> (1, Printf.sprintf "refused  %s: lemmas" name)
  | true, found ->
      let wrong = List.filteri (fun k _ -> not (List.nth found k)) (List.mapi (fun k _ -> string_of_int k) found) in
      (1, Printf.sprintf "refused  %s: certificates[%s]" name (String.concat ", " wrong))
  | exception Json.Malformed why -> (2, Printf.sprintf "unread   %s: %s" name why)
  | exception (Failure _ | Not_found | Invalid_argument _) ->
      (2, Printf.sprintf "unread   %s: its parts do not fit together" name)
  | exception Sys_error why -> (2, Printf.sprintf "unread   %s" why)
  | exception Stack_overflow -> (2, Printf.sprintf "unread   %s: too deep" name)

let module_name file k =
  let plain c = match c with 'a' .. 'z' | 'A' .. 'Z' | '0' .. '9' -> c | _ -> '_' in
  let folder = Filename.basename (Filename.dirname file) and stem = Filename.remove_extension (Filename.basename file) in
  Printf.sprintf "%s_%s_%d" (String.map plain folder) (String.map plain stem) k
(* the names of the modules that are printed *)
let print_modules file =
  match Certificate_file.read (Json.parse (read file)) with
  | First _ -> []
  | Second (lemmas, items) ->
      List.mapi (fun k item ->
          let name = module_name file k in
          print_string (Gallina.in_module name lemmas item); name) items

let () =
  match List.tl (Array.to_list Sys.argv) with
  | "--coq" :: names ->
      print_string Gallina.head;
      print_string (Gallina.last (List.concat_map print_modules names))
  | [] -> prerr_endline "usage: pmlsym-check FILE.."; exit 2
  | names ->
      let one worst name =
        let status, line = judged name in
        print_endline line;
        max worst status in
      exit (List.fold_left one 0 names)
