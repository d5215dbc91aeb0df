// What the page shows, and what it asks the worker.

const at = (id) => document.getElementById(id);
const EXAMPLES = [
  "pml(P, W >> V) <= pml(P, W)",
  "pml(P, W) <= maxleak(W)",
  "mi(P, W) <= pml(P, W)",
  "pml(P, W & U) <= pml(P, W) + pml(P, U | W)",
];

let worker;
let ready = new Set();
let busy = null;  // the button that waits for an answer
let saved = null;  // the evidence of the last answer
let name = "pmlsym";

function say(text) {
  at("state").textContent = text;
}

function refresh() {
  at("check").disabled = busy !== null || !ready.has("checker");
  at("ask").disabled = busy !== null || !ready.has("asking");
  at("stop").disabled = busy === null;
  at("save").disabled = at("recheck").disabled = busy !== null || saved === null;
}

function begin() {
  ready = new Set();
  busy = null;
  worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = ({ data }) => heard[data.kind](data);
  worker.onerror = (event) => say(`The page failed: ${event.message}`);
  refresh();
}

const heard = {
  loading({ stage, name: what }) {
    say(`Loading what ${stage === "checker" ? "checks" : "asks"}: ${what.split("-")[0]} ..`);
  },
  ready({ stage, version, z3, numpy }) {
    ready.add(stage);
    if (stage === "checker") {
      name = `pmlsym ${version}`;
      say(`${name}: the checker is ready.`);
    } else {
      const without = [
        z3 ? "" : " Without Z3: no proofs by a solver.",
        numpy ? "" : " Without NumPy: no random instances; Z3 alone looks for counterexamples.",
      ];
      say(`${name} is ready.${without.join("")}`);
    }
    document.body.dataset.ready = [...ready].join(" ");
    refresh();
  },
  failed({ stage, said }) {
    const left = stage === "asking" ? "Only the checker works here: " : "This browser cannot load it: ";
    say(left + said);
    document.body.dataset.failed = stage;
  },
  words({ sections }) {
    at("list").replaceChildren(...sections.flatMap(sectionOf));
    showWanted();
  },
  answer({ to, ok, said, saved: evidence, verdict }) {
    const place = at(to === "check" ? "checked" : "answer");
    place.textContent = to === "check" && ok ? `valid: ${said}` : said;
    place.dataset.done = ok ? (verdict ?? "valid") : "error";
    if (to === "ask") saved = evidence ?? null;
    busy = null;
    refresh();
  },
};

function send(message, place) {
  busy = message.kind;
  at(place).textContent = "..";
  delete at(place).dataset.done;
  refresh();
  worker.postMessage(message);
}

// The heading and the rows of a section of the list: a button with what is written, and its meaning.
function sectionOf({ heading, rows }) {
  const title = document.createElement("h3");
  title.textContent = heading;
  return [title, ...rows.map(rowOf)];
}

function rowOf({ text, meaning, typed, is_claim: isClaim }) {
  const row = document.createElement("div");
  const button = document.createElement("button");
  const said = document.createElement("span");
  button.textContent = text;
  said.textContent = meaning;
  button.title = typed;
  button.onclick = () => put(typed, isClaim);
  row.append(button, said);
  return row;
}

// A claim takes the place of what is there; a measure goes where the cursor is.
function put(typed, isClaim) {
  const place = at("claim");
  if (isClaim) place.value = typed;
  else place.setRangeText(typed, place.selectionStart, place.selectionEnd, "end");
  place.focus();
}

function showWanted() {
  const wanted = at("wanted").value.trim().toLowerCase();
  for (const row of at("list").querySelectorAll("div")) {
    row.hidden = !row.textContent.toLowerCase().includes(wanted);
    row.style.display = row.hidden ? "none" : "";
  }
}

at("wanted").oninput = showWanted;

const lines = (id) => at(id).value.split("\n").map((line) => line.trim()).filter(Boolean);

at("file").onchange = async () => {
  const [file] = at("file").files;
  if (file) at("evidence").value = await file.text();
};
at("check").onclick = () => send({ kind: "check", text: at("evidence").value }, "checked");
at("ask").onclick = () => {
  saved = null;
  send(
    {
      kind: "ask",
      claim: at("claim").value,
      lets: lines("lets"),
      assume: lines("assume"),
      rows: lines("rows").map((row) => row.split(/[,;\s]+/)),
      priors: at("priors").value.trim(),
      effort: Number(at("effort").value),
    },
    "answer",
  );
};
at("claim").onkeydown = (event) => {
  if (event.key === "Enter" && !at("ask").disabled) at("ask").click();
};
at("stop").onclick = () => {
  at(busy === "check" ? "checked" : "answer").textContent = "stopped";
  worker.terminate();
  begin();
};
at("save").onclick = () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([saved], { type: "application/json" }));
  link.download = "evidence.json";
  link.click();
  URL.revokeObjectURL(link.href);
};
at("recheck").onclick = () => {
  at("evidence").value = saved;
  at("check").click();
};
for (const claim of EXAMPLES) {
  const button = document.createElement("button");
  button.className = "example";
  button.textContent = claim;
  button.onclick = () => { at("claim").value = claim; };
  at("examples").append(button);
}
begin();
