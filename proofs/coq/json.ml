(* JSON as data (pmlsym/calculus/json_text.py): no number but an integer, no key twice, no deep nesting,
   nothing after the end. *)
type t = Null | Bool of bool | Integer of string | Text of string | List of t list | Object of (string * t) list

exception Malformed of string

let refuse what = raise (Malformed what)
let deepest = 200

let parse text =
  let n = String.length text and k = ref 0 in
  let here () = if !k < n then text.[!k] else refuse "the file ends early" in
  let next () = let c = here () in incr k; c in
  let rec skip () =
    if !k < n && String.contains " \t\r\n" text.[!k] then (incr k; skip ()) in
  let expect c = if next () <> c then refuse (Printf.sprintf "no '%c' at byte %d" c (!k - 1)) in
  let word w value = String.iter expect w; value in
  let hex () =
    let digit _ = match next () with '0' .. '9' | 'a' .. 'f' | 'A' .. 'F' as c -> String.make 1 c
                                   | _ -> refuse "four hexadecimal digits are needed" in
    int_of_string ("0x" ^ String.concat "" (List.map digit [ 0; 1; 2; 3 ])) in
  let code_point () =
    let high = hex () in
    if high < 0xd800 || high > 0xdfff then high
    else if high > 0xdbff then refuse "half of a pair of surrogates"
    else begin
      expect '\\'; expect 'u';
      let low = hex () in
      if low < 0xdc00 || low > 0xdfff then refuse "half of a pair of surrogates";
      0x10000 + ((high - 0xd800) lsl 10) + (low - 0xdc00)
    end in
  let quoted () =
    let found = Buffer.create 16 in
    let rec go () =
      match next () with
      | '"' -> Buffer.contents found
      | '\\' ->
          (match next () with
           | '"' | '\\' | '/' as c -> Buffer.add_char found c
           | 'b' -> Buffer.add_char found '\b'
           | 'f' -> Buffer.add_char found '\012'
           | 'n' -> Buffer.add_char found '\n'
           | 'r' -> Buffer.add_char found '\r'
           | 't' -> Buffer.add_char found '\t'
           | 'u' -> Buffer.add_utf_8_uchar found (Uchar.of_int (code_point ()))
           | _ -> refuse "no such escape");
          go ()
      | c when c < ' ' -> refuse "a control character in a text"
      | c -> Buffer.add_char found c; go () in
    expect '"'; go () in
  let integer () =
    let start = !k in
    if here () = '-' then incr k;
    let first = !k in
    while !k < n && '0' <= text.[!k] && text.[!k] <= '9' do incr k done;
    if !k = first || (text.[first] = '0' && !k > first + 1) then refuse "no number";
    if !k < n && String.contains ".eE" text.[!k] then refuse "a number that is not exact";
    Integer (String.sub text start (!k - start)) in
  (* what stands between two brackets, with commas *)
  let rec several close item found =
    let found = item () :: found in
    skip ();
    if here () = ',' then (incr k; several close item found) else (expect close; List.rev found) in
  let between close item =
    incr k; skip ();
    if here () = close then (incr k; []) else several close item [] in
  let rec value depth =
    if depth > deepest then refuse "the JSON is nested too deeply";
    skip ();
    match here () with
    | '{' ->
        let member () =
          skip ();
          let key = quoted () in
          skip (); expect ':';
          (key, value (depth + 1)) in
        let members = between '}' member in
        let keys = List.sort_uniq compare (List.map fst members) in
        if List.length keys < List.length members then refuse "a key occurs twice";
        Object members
    | '[' -> List (between ']' (fun () -> value (depth + 1)))
    | '"' -> Text (quoted ())
    | 't' -> word "true" (Bool true)
    | 'f' -> word "false" (Bool false)
    | 'n' -> word "null" Null
    | _ -> integer () in
  let found = value 0 in
  skip ();
  if !k < n then refuse "something follows the end";
  found

(* ---- what is read from data ---- *)
let text = function Text t when t <> "" -> t | _ -> refuse "a text is needed"
let list f = function List l -> List.map f l | _ -> refuse "a list is needed"
let members = function Object m -> m | _ -> refuse "an object is needed"

(* the values at these keys, of an object that has no other *)
let fields keys data =
  let found = members data in
  List.iter (fun (key, _) -> if not (List.mem key keys) then refuse ("an unknown key " ^ key)) found;
  let at key =
    match List.assoc_opt key found with Some v -> v | None -> refuse ("there is no key " ^ key) in
  List.map at keys
