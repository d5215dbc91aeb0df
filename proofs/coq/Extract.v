(* The checker as an OCaml program. Numbers stay as Coq has them, so that nothing but Coq's extraction
   and OCaml's compiler is added to what is trusted. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Pmlsym Require Import Polynomial Tensor NormalForm Sequent ConvexRows Certificate Checker Induction.
Require Import Extraction ExtrOcamlBasic.
Extraction Language OCaml.
Extraction "extracted.ml" check check_after check_induction of_state check_lemmas rows_in said_by table u_square u_root u_log_u u_excess normal_form same_up_to_names.
