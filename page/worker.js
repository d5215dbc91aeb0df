// Python in a worker: the page stays alive while it thinks, and may end it.
//
// What is typed or opened crosses as a string that a Python function is called with; no program
// is ever made of it.

import { loadPyodide } from "./pyodide/pyodide.mjs";

let python;

async function load(names, stage) {
  for (const name of names) {
    postMessage({ kind: "loading", stage, name });
    const address = new URL(`wheels/${name}`, import.meta.url).href;
    await python.loadPackage(address, { messageCallback: () => {}, checkIntegrity: false });
  }
}

async function start() {
  postMessage({ kind: "loading", stage: "checker", name: "Python" });
  python = await loadPyodide();
  const wheels = await (await fetch(new URL("wheels/wheels.json", import.meta.url))).json();
  await load(wheels.checker, "checker");
  python.pyimport("pmlsym.pages.saved_evidence");
  postMessage({ kind: "ready", stage: "checker", version: python.pyimport("pmlsym").__version__ });
  try {
    await load(wheels.asking, "asking");
    python.pyimport("pmlsym").decide;
    const has = (name) => python.pyimport("importlib.util").find_spec(name) !== undefined;
    postMessage({ kind: "ready", stage: "asking", z3: has("z3"), numpy: has("numpy") });
    const words = python.pyimport("pmlsym.pages.words_of_claims").words_of_claims();
    postMessage({ kind: "words", sections: JSON.parse(words) });
  } catch (error) {
    postMessage({ kind: "failed", stage: "asking", said: String(error) });
  }
}

function saidBy(error) {
  if (error.name !== "PythonError") return String(error);
  return python.pyimport("builtins").str(python.pyimport("sys").last_exc);
}

function check(text) {
  return { said: python.pyimport("pmlsym.pages.saved_evidence").check_saved(text) };
}

function ask({ claim, lets, assume, rows, priors, effort }) {
  const { question_about } = python.pyimport("pmlsym.claim_text.question_about");
  const given = {
    let: python.toPy(lets),
    assume: python.toPy(assume),
    channel: python.toPy(rows.length ? new Map([["W", rows]]) : new Map()),
  };
  if (priors) given.over = priors;
  const question = question_about.callKwargs(claim, given);
  const verdict = python.pyimport("pmlsym").decide.callKwargs(question.claim(), { effort });
  const said = python.pyimport("pmlsym.pages.verdict_text").verdict_text(question, verdict);
  const data = python.pyimport("pmlsym.pages.verdict_json").saved_data(question, verdict);
  const saved = data === undefined ? null : python.pyimport("pmlsym.calculus.json_layout").render(data);
  return { said, saved, verdict: verdict.name };
}

onmessage = ({ data }) => {
  try {
    const found = data.kind === "check" ? check(data.text) : ask(data);
    postMessage({ kind: "answer", to: data.kind, ok: true, ...found });
  } catch (error) {
    postMessage({ kind: "answer", to: data.kind, ok: false, said: saidBy(error) });
  }
};

start().catch((error) => postMessage({ kind: "failed", stage: "checker", said: String(error) }));
