"""Campaigns give the same whatever does them, and go on after a kill."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest

import pmlsym as ps
from pmlsym.errors import InvalidInput
from pmlsym.papers.comparisons.comparison import CrossCheck, comparisons
from pmlsym.papers.ledger import Row
from pmlsym.parallel.campaigns import BLOCKS, campaign
from pmlsym.parallel.workers import in_this_process, processes
from tests.campaigns.squares import Counted, Square, Wrong

SQUARES = [Square(k) for k in range(20)]
VALUES = [k * k for k in range(20)]


@pytest.fixture(scope="module")
def two() -> Iterator[Executor]:
    with processes(2) as pool:
        yield pool


def values(found: object) -> list[int]:
    return [done.result for done in found]  # type: ignore[attr-defined]


def test_any_executor_gives_the_same(two: Executor) -> None:
    with ThreadPoolExecutor(3) as threads:
        for executor in (in_this_process(), two, threads):
            assert values(campaign(SQUARES, executor=executor)) == VALUES


def test_shards_together_are_the_whole(two: Executor) -> None:
    parts = [campaign(SQUARES, executor=two, shard=(k, 3)) for k in range(3)]
    assert [len(part) for part in parts] == [7, 7, 6]
    assert sorted(n for part in parts for n in values(part)) == VALUES
    for shard in ((3, 3), (-1, 2)):
        with pytest.raises(InvalidInput, match="shard"):
            campaign(SQUARES, shard=shard, executor=two)


def test_it_ends_behind_the_first_in_order_whoever_was_first(two: Executor) -> None:
    for executor in (in_this_process(), two):
        found = campaign(SQUARES, executor=executor, stop_on=lambda n: n in (49, 100, 361))
        assert values(found) == VALUES[:8]
    shuffled = [*SQUARES[10:], *SQUARES[:10]]
    assert values(campaign(shuffled, executor=two, stop_on=lambda n: n == 100)) == [100]


def test_no_more_is_done_than_the_end_needs(tmp_path: Path) -> None:
    tasks = [Counted(k, str(tmp_path)) for k in range(20)]
    campaign(tasks, executor=in_this_process(), stop_on=lambda n: n == 9)
    assert len(list(tmp_path.iterdir())) == 4


def test_many_small_tasks_are_sent_in_blocks(two: Executor) -> None:
    many = [Square(k) for k in range(3 * BLOCKS + 5)]
    assert values(campaign(many, executor=two)) == [k * k for k in range(len(many))]


def test_what_a_task_raises_is_raised(two: Executor) -> None:
    for executor in (in_this_process(), two):
        with pytest.raises(ValueError, match="no such square"):
            campaign([Square(1), Wrong(2)], executor=executor)
    with pytest.raises(InvalidInput, match="two tasks are called the square of 1"):
        campaign([Square(1), Square(1)])


def test_progress_counts_what_the_journal_knew(tmp_path: Path) -> None:
    journal, seen = tmp_path / "squares.jsonl", []
    campaign(SQUARES[:5], executor=in_this_process(), journal=journal)
    tasks = [Counted(k, str(tmp_path)) for k in range(8)]
    campaign(
        tasks,
        executor=in_this_process(),
        journal=journal,
        progress=lambda *told: seen.append(told[:2]),
    )
    assert seen == [(k, 8) for k in range(1, 9)]
    assert len(list(tmp_path.iterdir())) == 1 + 3


def test_a_killed_campaign_goes_on(tmp_path: Path) -> None:
    """The process is killed within the sixth task; five results are in the journal."""
    journal, folder = tmp_path / "squares.jsonl", tmp_path / "runs"
    folder.mkdir()
    program = (
        "import sys\n"
        "from pmlsym.parallel.campaigns import campaign\n"
        "from pmlsym.parallel.workers import in_this_process\n"
        "from tests.campaigns.squares import Killer\n"
        "tasks = [Killer(k, sys.argv[2]) for k in range(9)]\n"
        "campaign(tasks, executor=in_this_process(), journal=sys.argv[1])\n"
    )
    root = str(Path(ps.__file__).parents[1])
    paths = os.pathsep.join([root, os.environ.get("PYTHONPATH", "")])
    ended = subprocess.run(
        [sys.executable, "-c", program, str(journal), str(folder)],
        env={**os.environ, "PYTHONPATH": paths},
        cwd=root,
        check=False,
    )
    assert ended.returncode == -9
    assert len(journal.read_text().splitlines()) == 1 + 5
    with journal.open("a") as file:  # and the last line was not finished
        file.write('{"task": "the square of 5", "res')
    tasks = [Counted(k, str(folder)) for k in range(9)]
    assert values(campaign(tasks, executor=in_this_process(), journal=journal)) == VALUES[:9]
    ran = sorted(int(path.name.partition("-")[0]) for path in folder.iterdir())
    assert ran == list(range(9))
    assert all(json.loads(line) for line in journal.read_text().splitlines())


def test_journals_of_shards_are_joined_one_behind_the_other(tmp_path: Path) -> None:
    for k in range(3):
        campaign(SQUARES, executor=in_this_process(), shard=(k, 3), journal=tmp_path / f"{k}.jsonl")
    joined = tmp_path / "all.jsonl"
    joined.write_text("".join((tmp_path / f"{k}.jsonl").read_text() for k in range(3)))
    tasks = [Wrong(k) for k in range(20)]  # nothing is run any more
    assert values(campaign(tasks, executor=in_this_process(), journal=joined)) == VALUES


def test_journals_that_contradict_each_other_are_refused(tmp_path: Path) -> None:
    journal = tmp_path / "all.jsonl"
    campaign(SQUARES, executor=in_this_process(), journal=journal)
    again = {"task": str(SQUARES[3]), "result": SQUARES[3].number ** 2}
    journal.write_text(f"{journal.read_text()}{json.dumps(again)}\n")
    assert values(campaign(SQUARES, executor=in_this_process(), journal=journal)) == VALUES
    lines = len(journal.read_text().splitlines())
    journal.write_text(f"{journal.read_text()}{json.dumps(again | {'result': 8})}\n")
    with pytest.raises(InvalidInput, match=f"line {lines + 1}: another result of 'the square of"):
        campaign(SQUARES, executor=in_this_process(), journal=journal)
    others = [task for task in SQUARES if task.number != 3]  # what no task asks does not matter
    assert campaign(others, executor=in_this_process(), journal=journal)


@pytest.mark.seconds
def test_the_same_comparison_may_have_taken_longer(tmp_path: Path) -> None:
    tasks = comparisons(["z-channel"], instances=20)
    journal = tmp_path / "all.jsonl"
    found = campaign(tasks, executor=in_this_process(), journal=journal)
    line = json.loads(journal.read_text().splitlines()[1])
    line["result"][0]["seconds"] = "99.0"
    journal.write_text(f"{journal.read_text()}{json.dumps(line)}\n")
    assert campaign(tasks, executor=in_this_process(), journal=journal) == found
    line["result"][0]["worst"] = "0.5"
    journal.write_text(f"{journal.read_text()}{json.dumps(line)}\n")
    with pytest.raises(InvalidInput, match="another result"):
        campaign(tasks, executor=in_this_process(), journal=journal)


def test_a_counterexample_that_is_none_is_not_taken_from_a_journal(tmp_path: Path) -> None:
    false, true = ps.hunts("pml(P, W) <= maxleak(W)", [0], effort=2), ps.hunts("1 < 2", [0])
    journal = tmp_path / "hunts.jsonl"
    ps.campaign(false, executor=in_this_process(), journal=journal)
    text = journal.read_text().replace(str(false[0]), str(true[0]))
    journal.write_text(text)
    with pytest.raises(InvalidInput, match="is no counterexample"):
        ps.campaign(true, executor=in_this_process(), journal=journal)


@pytest.mark.parametrize(
    "text",
    [
        '{"campaign": 1, "version": "0.0.1"}\n',
        '{"task": "the square of 1", "result": 1}\n',
        "__import__('os').system('true')\n",
        "HEAD[1, 2]\n",
        'HEAD{"task": "the square of 1", "result": 1\n{"task": "x", "result": 2}\n',
        'HEAD{"task": "the square of 1", "result": NaN}\n',
        'HEAD{"task": "the square of 1", "result": 1, "result": 2}\n',
    ],
)
def test_what_is_no_journal_is_refused(tmp_path: Path, text: str) -> None:
    head = json.dumps({"campaign": 1, "version": ps.__version__}) + "\n"
    journal = tmp_path / "some.jsonl"
    journal.write_text(text.replace("HEAD", head))
    before = journal.read_text()
    with pytest.raises(InvalidInput, match=r"line [123]"):
        campaign(SQUARES, executor=in_this_process(), journal=journal)
    assert journal.read_text() == before


def test_an_only_line_without_an_end_is_lost_only_if_a_head_was_begun(tmp_path: Path) -> None:
    journal = tmp_path / "j.jsonl"
    journal.write_text('{"mine": 1}')
    with pytest.raises(InvalidInput, match="line 1: no line of a campaign"):
        campaign([Square(3)], executor=in_this_process(), journal=journal)
    assert journal.read_text() == '{"mine": 1}'
    journal.write_text('{"campaign": 1, "ver')
    assert campaign([Square(3)], executor=in_this_process(), journal=journal)[0].result == 9


def test_a_journal_has_a_place_and_an_ending(tmp_path: Path) -> None:
    for name in ("squares.txt", "no/such/folder.jsonl"):
        with pytest.raises(InvalidInput):
            campaign(SQUARES, executor=in_this_process(), journal=tmp_path / name)


@pytest.mark.seconds
def test_the_comparisons_of_a_cross_check_are_read_back(tmp_path: Path) -> None:
    tasks = comparisons(["z-channel"], instances=30)
    journal = tmp_path / "checked.jsonl"
    first = campaign(tasks, executor=in_this_process(), journal=journal)
    assert campaign(tasks, executor=in_this_process(), journal=journal) == first
    line = first[0].result[0].to_json()
    for wrong in ({**line, "worst": "a lot"}, {**line, "drawn": "3"}, [], {"subject": "z"}):
        with pytest.raises(InvalidInput):
            CrossCheck.from_json(wrong)


def test_rows_of_the_ledger_are_read_back(tmp_path: Path) -> None:
    rows = [Row(name, 60.0, 0) for name in ("PML23/sec-i-example",)]
    journal = tmp_path / "ledger.jsonl"
    first = campaign(rows, executor=in_this_process(), journal=journal)
    assert campaign(rows, executor=in_this_process(), journal=journal) == first


def test_a_hunt_stops_at_the_first_seed_in_order_that_finds_something(two: Executor) -> None:
    hunts = ps.hunts("pml(P, W) <= maxleak(W)", range(3), effort=2)
    for executor in (in_this_process(), two):
        found = ps.campaign(hunts, executor=executor, stop_on=lambda one: one is not None)
        assert len(found) == 1
        instance = found[0].result
        assert isinstance(instance, ps.Instance)
        assert hunts[0].from_json(hunts[0].to_json(instance)) == instance
    (nothing,) = ps.campaign(
        ps.hunts("pml(P, W) <= ldp(W)", [0], effort=0.1), executor=in_this_process()
    )
    assert nothing.result is None
    assert nothing.task.from_json(nothing.task.to_json(None)) is None


def test_workers_of_dask() -> None:
    """As docs/campaigns.md has it: a scheduler and two workers on this machine."""
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        assert values(campaign(SQUARES, executor=client.get_executor())) == VALUES
        hunts = ps.hunts("pml(P, W) <= maxleak(W)", range(2), effort=2)
        there = ps.campaign(hunts, executor=client.get_executor())
    assert there == ps.campaign(hunts, executor=in_this_process())


@pytest.mark.seconds
@pytest.mark.parametrize("guard", ["", "if __name__ == '__main__':\n    "])
def test_a_file_that_starts_processes_says_where_they_have_to_stand(
    tmp_path: Path, guard: str
) -> None:
    file = tmp_path / "run.py"
    begin = "from pmlsym.parallel.workers import processes\n"
    work = "with processes(2) as pool: print(pool.submit(divmod, 7, 2).result())\n"
    file.write_text(begin + guard + work, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(file)], capture_output=True, text=True, check=False, timeout=60
    )
    last = done.stderr.strip().splitlines()[-1:]
    assert (done.stdout == "(3, 1)\n") == bool(guard)
    assert all("below  if __name__ == '__main__':" in line for line in last)
    assert done.stderr.count("Traceback") == (not guard)
