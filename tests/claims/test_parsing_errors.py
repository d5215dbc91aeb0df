"""Bad claims: each is refused in one line that says where and what would be right."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pmlsym.claim_text.question import parse
from pmlsym.claim_text.writing import write
from pmlsym.errors import AlphabetMismatch, ClaimSyntaxError, PmlError, UnknownName
from tests.examples import examples

SYNTAX = {
    "": "is empty",
    "   ": "is empty",
    "pml(P, W) <=": "ends too early",
    "pml(P, W": "ends too early",
    "(((": "ends too early",
    "pml(P W) <= 1": "'W' cannot stand here",
    "pml(P, W)~2 <= 1": "'~' has no meaning here (column 10",
    "pml(P, W) = 1": "equality is written ==",
    "a <= b <= c": "write a <= b and b <= c (column 11",
    "a <= 1 <=> b <= 1 => c <= 1": "beside <=> another => or <=> has brackets",
    "a <= 1 <=> b <= 1 <=> c <= 1": "beside <=> another => or <=> has brackets",
    "P(X=1) <= 1/2": "the mass of a letter is P[x]",
    "Pr[Y = y] <= 1/2": "of an outcome (P >> W)[y]",
    "a <= 1 iff b <= 1": "an equivalence is written <=>",
    "max_y pml(P, W, y) <= 1": "what is bound stands in brackets: (sup y: ..)",
    "H(A) <= 1 bit": "log(2) is a bit",
    "mi(P, W) <= 2 nats": "all leakages are in nats",
    "pml(P, W)": "is a number; compare it",
    "pml(P, W) + 1 => a < 1": "is no claim",
    "W >> V <= 1": "'W >> V' is a channel, not a number",
    "P <= 1": "P cannot be a number",
    "pml(p, W) <= 1": "p cannot be a prior; such a name begins with a capital letter, or with π",
    "pml(P, W, Y) <= 1": "Y cannot be an outcome",
    "pml(W, W) <= 1": "W is a channel here and a prior elsewhere",
    "pml(P, W, eps) <= eps": "eps is a number here and an outcome elsewhere",
    "pml <= 1": "pml is a word of the language; write pml(P, W)",
    "exp(log) <= 1": "log is a word of the language",
    "pml(P) <= 1": "write pml(P, W) or pml(P, W, y) or pml(P, W, y, z) or pml(P, U | W)",
    "pml(P, U | W | V) <= 1": "only one |",
    "pml(P; W) <= 1": "write a comma",
    "pml(P, 3) <= 1": "'3' stands where a channel",
    "exp() <= 1": "exp takes one number",
    "max() <= 1": "max takes at least one number",
    "fullsupport(P) <= 1": "is a condition, not a number",
    "(a < 1) <= 1": "is a claim, not a number",
    "1/0 <= pml(P, W)": "division by zero",
    "not pml(P, W)": "compare it",
    "∀ P: pml(P, W) <= 1": "leave ∀ out",
    "pml(P, W) ≠ 1": "≠ is written not a == b",
    "pml(P, W) – 1 <= 1": "– is written -",
    "pml(P, 'W') <= 1": "has double quotation marks",
    "a < 1 and": "ends too early",
    "D[Foo](P || Q) <= 1": "'Foo' stands where the name of a convex function, one of kl, chi2,",
    "D[E(1, 2)](P || Q) <= 1": "stands where a hockey stick, such as E(2) or E(exp(eps)), has to",
    "eta[2](W) <= 1": "'2' stands where the name of a convex function",
    "D[kl](P, Q) <= 1": "has the wrong arguments; write D[f](P || Q)",
    "D(P || Q, W) <= 1": "has the wrong arguments; write D(P || Q)",
    "D[kl](P || W) <= pml(P, W)": "W is a channel here and a prior elsewhere",
    "I[kl](P || Q) <= 1": "has the wrong arguments; write I[f](P, W)",
    "eta[tv](P, Q, W) <= 1": "has the wrong arguments; write eta[f](W)",
    "D[hellinger](P || Q) <= 1": "is the letter of no order; write D[H2](P || Q)",
    "D[h2](P || Q) <= 1": "is the letter of no order",
    "D[f](P >> W || Q >> W) <= D[f](P || Q)": "is the letter of no order",
    "I[jsd](P, W) <= 1": "is the letter of no order",
    "pml(P, W) <= inf": "inf is an order, as in H[inf](P), and no number",
    "tail(P, W, inf) <= 1": "inf is an order",
    "X - Y - Z => I(X;Z) <= I(X;Y)": "a chain is markov(X, Y, Z)",
    "A - B - C - D => I(A;D) <= I(B;C)": "a chain is markov(A, B, C, D)",
    "exists R: X -> Y, W == R": "stands a colon: exists R: X -> Y: .. (column 21",
    "exists R such that W == V >> R": "stands a colon: exists R: ..",
    "forall P, mi(P, W) <= 1": "stands a colon: forall P: ..",
    "forall x in X: P[x] <= 1": "stands a colon: forall x: ..",
    "(sup P) mi(P, W) <= 1": "stands a colon: sup P: ..",
    "max over P: mi(P, W) <= 1": "write (sup P: ..)",
    "sum_x P[x] <= 1": "stands in it: sum(x, ..)",
    "sum_{x} P[x] <= 1": "stands in it: sum(x, ..)",
    "max_{y} pml(P, W, y) <= 1": "(sup y: ..)",
    "1{x == y} <= W[y|x]": "is written id[y|x]",
    "∑_x P[x] <= 1": "∑ is written sum(x, ..)",
    "exists R. W == V >> R": "stands a colon: exists R: ..",
    "W == == V": "'==' cannot stand here",
    "(max P: mi(P, W)) <= 1": "write (sup P: ..)",
    "(min P, Q: D(P || Q)) <= 1": "write (inf P, Q: ..)",
    "max(P, mi(P, W)) <= 1": "write (sup P: ..)",
    "min(W >> V, 1) <= 1": "write (inf W >> V: ..)",
    "D[renyi, 2](P || Q) <= 1": "one index stands in brackets; write D[f](P || Q)",
    "Pr[P](E | F) <= 1": "that of E given F is Pr[P](B)/Pr[P](F)",
    "Pr[P](E and F) <= 1": "an event is a name, such as B; where B is E and F",
    "forall eps: ldp(W) <= eps": "or for those of a premise, eps > 0 => ..",
    "forall eps > 0: ldp(W) <= eps": "a claim is for all numbers; write eps > 0 => ..",
    "(sup alpha: D[alpha](P || Q)) <= 1": "no number is bound",
    "forall x, z: not x == z => W[x|z] <= 1": "is a premise, not x == z => ..",
    "p in [0, 1/2] => p <= 1": "write 0 <= p and p <= 1/2 (column 3",
    "p ∈ (0, 1] => p <= 1": "∈ is written in",
    "p in (0, 1] => p <= 1": "write 0 < p and p <= 1",
    "a >= 0, b >= 0 => a + b >= 0": "joined by and",
    "max(a, b, ) <= 1": "')' cannot stand here",
    "a <= 1 ==> a <= 2": "==> is written =>",
    "a <= 1 --> a <= 2": "--> is written =>",
    "posterior(P, W, y)[x] <= 1": "P[x]*W[y|x]/(P >> W)[y]",
    "P[x|y] <= P[x]": "P[x] given y is P[x]*W[y|x]/(P >> W)[y]",
    "mi([1/2, 1/2], W) <= 1": "a row of a matrix, ([[1/2, 1/2]])[x]",
    "mi(P ⊗ Q, W) <= 1": "⊗ is written *",
    "lim(alpha -> 1, I[alpha](P, W)) <= 1": "write I[1](P, W)",
    "sum(x, y, 1/2) <= 1": "write sum(k, 1, n, 1/k)",
    "-" * 3000 + "a < 1": "nested too deeply",
}

NAMES = {
    "pmll(P, W) <= 1": "did you mean pml? (column 1",
    "1 < 2 and maxlaek(W) <= 1": "did you mean maxleak? (column 11",
    "pml[kl](P, W) <= 1": "no measure pml has an index; there are D[f](P || Q), I[f](P, W),",
    "fulsupport(P) => 1 < 2": "did you mean fullsupport?",
    "D_alpha(P || Q) <= 1": "write D[alpha](P || Q)",
    "V_g(P, W) <= 1": "unknown name V_g; write V[G](P, W)",
    "log2(3) <= 2": "write log(x)/log(2)",
    "W(y|x) <= 1": "is written P[x], W[y|x]",
    "zzzz(P) <= 1": "measures are written pml(P, W), mi(P, W), D[f](P || Q)",
    "D(P, Q) <= 1": "write D(P || Q) of two priors",
    "Var(P) <= 1": "letters have no values here",
    "sup(P, mi(P, W)) <= 1": "(sup P: mi(P, W))",
    "lim(alpha, 1, I[alpha](P, W)) <= 1": "write I[1](P, W)",
    "posterior(P, W, y) <= 1": "P[x]*W[y|x]/(P >> W)[y]",
    "gdp(W) <= 1": "write ldp(W, delta) or ldpdelta(W, eps)",
    "Pr(E) <= 1": "of letters is Pr[P](E)",
    "P(x) <= 1/2 => pml(P, W) <= 1": "a set of priors bounds each of them: --over 'p(1) <= 1/2'",
    "size(Q) <= pml(P, W)": "no alphabet is called Q; there are X, Y",
}

ALPHABETS = [
    ("pml(P, W) <= 1", ("P: A", "W: B -> C"), "'P' has letters of A, but 'W' takes B"),
    ("pml(P, W >> V) <= 1", ("W: X -> Y", "V: Z -> A"), "'W' has letters of Y, but 'V' takes Z"),
    ("pml(P, W & U, y) <= 1", (), "2 alphabets, but 'y' is one outcome"),
    ("pml(P, W & U) <= 1", ("U: A, B, C -> D",), "'U' takes A, B, C, but after 'W' it is given"),
    ("pml(P, W) <= 1", ("P: A, B", "W: A -> C"), "'P' has letters of A, B, but 'W' takes A"),
]

LETS = {
    "W A": "cannot stand here",
    "w: A -> B": "w cannot be a channel",
    "p: A": "p cannot be a prior",
    "W: -> A": "cannot stand here",
    "W: A ->": "ends too early",
    "P: A -> B": "P is a prior here and a channel elsewhere",
    "T: A -> B": "T is declared, but nothing uses it",
    "X": "X is declared, but nothing uses it",
    "": "is empty",
}


@pytest.mark.parametrize("text", SYNTAX)
def test_what_cannot_be_read(text: str) -> None:
    _refused(ClaimSyntaxError, SYNTAX[text], text)


@pytest.mark.parametrize("text", NAMES)
def test_unknown_names_get_the_nearest_known_one(text: str) -> None:
    _refused(UnknownName, NAMES[text], text)


@pytest.mark.parametrize(("text", "lets", "words"), ALPHABETS)
def test_alphabets_that_do_not_unify(text: str, lets: tuple[str, ...], words: str) -> None:
    _refused(AlphabetMismatch, words, text, lets)


@pytest.mark.parametrize("let", LETS)
def test_bad_declarations(let: str) -> None:
    _refused(PmlError, LETS[let], "pml(P, W) <= 1", (let,))


def test_a_second_declaration_of_one_name() -> None:
    _refused(ClaimSyntaxError, "W is declared twice", "maxleak(W) < 1", ("W: A -> B", "W: A -> C"))


def test_an_error_in_an_assumption_says_so() -> None:
    with pytest.raises(ClaimSyntaxError, match="of the assumption: pmin"):
        parse("pml(P, W) <= 1", assume=["pmin(P) >="])


def test_the_note_has_a_caret_below_the_place() -> None:
    with pytest.raises(UnknownName) as caught:
        parse("1 < 2 and maxlaek(W) <= 1")
    text, caret = caught.value.__notes__[0].split("\n")
    assert caret.index("^") == text.index("maxlaek")
    assert caret.count("^") == len("maxlaek")


WORDS = st.sampled_from(
    [
        *("pml(", "maxleak(", "ldp(", "size(", "exp(", "max(", "fullsupport(", "not", "and", "or"),
        *("P", "W", "U", "X", "y", "eps", "1", "0", "2/3", "1e-3", "(", ")", ")", ",", ";", "=>"),
        *("<=", "==", "<", ">>", "&", "|", "+", "-", "*", "/", "=", "^", "\n", "µ", "->", ":"),
    ]
)


@pytest.mark.seconds
def test_any_text_is_read_or_refused() -> None:
    met: Counter[str] = Counter()

    @settings(max_examples=examples(250), deadline=None, derandomize=True)
    @example("pml(P, W) <= 1", [])
    @given(st.lists(WORDS, max_size=14).map(" ".join), st.lists(st.text(max_size=8), max_size=1))
    def refused_or_read(text: str, lets: list[str]) -> None:
        message = ""
        try:
            parse(text, lets=lets)
            met["read"] += 1
        except PmlError as error:
            message = str(error)
            met[type(error).__name__] += 1
        assert "\n" not in message

    refused_or_read()
    assert met["read"] >= 1 and met["ClaimSyntaxError"] >= 100, met


def _refused(kind: type[PmlError], words: str, text: str, lets: tuple[str, ...] = ()) -> None:
    with pytest.raises(kind) as caught:
        parse(text, lets=lets)
    message = str(caught.value)
    assert words in message
    assert "\n" not in message


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("pml(P, W) != 1", "!= is written not a == b"),
        ("pml(P, W) <= 1 && 1 < 2", "&& is written and"),
        ("pml(P, W) <= log 3", "log has parentheses: log(3)"),
        ("pml(P, W) <= 2 eps", "a product is written with *: 2*eps"),
        ("2(a + 1) <= 3", "a product is written with *: 2*(..)"),
        ("pml(P, W) =< 1", "=< is written <="),
        ("pml(P, W) <= ∞", "is infinite is written exp(-ldp(W)) == 0"),
        ("for all P: pml(P, W) <= 1", "for every prior, channel and number that it names"),
        ("pml(P, W) <= 1 forall P", "in front of a claim or in brackets"),
        ("pml(P, W) <= 1 if ldp(W) <= 1", "a hypothesis stands in front, a => b"),
        ("pml(P, W) <= 1 implies 1 < 2", "an implication is written =>"),
        ("PML(P, W) <= 1", "did you mean pml?"),
        ("pml(P, W, y) <= 1 for all y => pml(P, W) <= 1", "(forall y: pml(P, W, y) <= eps)"),
        ("p_guess(P, W) <= 1", "write V[id](P, W)"),
        ("information_gain(P, W) <= 1", "write mi(P, W)"),
        ("maxleak(W) <= log(card(Y))", "is size(X)"),
        ("mutual_information(P, W) <= 1", "write mi(P, W)"),
        ("maximal_leakage(W) <= 1", "write maxleak(W)"),
        ("bayes_security(W) <= 1", "write 1 - dobrushin(W)"),
        ("E_gamma(P, Q) <= 1", "write D[E(exp(eps))](P || Q)"),
        ("(ε,δ)-DP(W) <= 1", "(ε,δ)-DP is written dp(W, delta)"),
        ("ldp(randomised response) <= 1", "randomised response is written rr(k, eps)"),
        ("hockey(2) <= 1", "write D[E(exp(eps))](P || Q)"),
        ("information(P, W) <= 1", "write mi(P, W)"),
        ("W satisfies eps-LDP", "stands as a comparison, ldp(W) <= eps"),
        ("P is uniform", "or as uniform(P)"),
        ("min-capacity(W) <= 1", "min-capacity is written maxleak(W)"),
        ("fisher information(W) <= 1", "'information' cannot stand here"),
    ],
)
def test_what_is_written_elsewhere_is_told_how_it_is_written_here(text: str, words: str) -> None:
    with pytest.raises(PmlError) as refusal:
        parse(text)
    assert words in str(refusal.value)


def test_words_of_other_languages_are_names_where_names_may_stand() -> None:
    assert parse("if <= where + exists") is not None


@pytest.mark.parametrize(
    ("text", "lets"),
    [
        ("pml(\u0420, W) <= pml(P, W)", ()),
        ("pml(P, W, y) <= e and pml(P, W, \u0443) <= 1", ()),
        ("a <= 1 => \u0430 <= 1", ()),
        ("pml(P, W) <= pml(P, V)", ("W: X -> Y", "V: \u03a7 -> Z")),
    ],
)
def test_names_that_look_the_same_are_refused(text: str, lets: tuple[str, ...]) -> None:
    with pytest.raises(ClaimSyntaxError, match="looks like another name here"):
        parse(text, lets=lets)
    latin = str.maketrans("\u0420\u0443\u0430\u03a7", "PyaX")
    parse(text.translate(latin), lets=tuple(each.translate(latin) for each in lets))


def test_a_number_may_be_called_as_the_maximal_correlation_is() -> None:
    """As in zero-concentrated privacy; the measure has arguments, and both may stand in a claim."""
    for text in ("eps^2/2 == rho => rho <= eps^2", "rho >= rho(P, W) => rho(P, W)^2 <= rho^2"):
        assert str(parse(write(parse(text)))) == str(parse(text))
    with pytest.raises(PmlError, match="word of the language"):
        parse("mi <= 1")
