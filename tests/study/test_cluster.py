"""`--ray`: the numbers of one machine, also when a node dies in the middle; an address that nobody answers is named."""

from __future__ import annotations

import gc
import socket
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from ray.cluster_utils import Cluster

from mainmatch.agents.equilibrium import values
from mainmatch.games import find
from mainmatch.study import cluster
from mainmatch.study.matches import Plan
from mainmatch.study.pieces import Where
from mainmatch.study.results import collect
from mainmatch.study.tournament import Contest
from tests.cli.running import is_one_sentence, run

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
"""Ray leaves its pipes and log files to the garbage collector."""
MASKMEN = find("maskmen")


@pytest.fixture(scope="module")
def two_nodes() -> Iterator[Cluster]:
    """A cluster of two nodes with a processor each."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        nodes.add_node(num_cpus=1)
    yield nodes
    nodes.shutdown()
    gc.collect()  # what Ray left, here where nobody minds


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_simulation_survives_the_death_of_a_node(two_nodes: Cluster) -> None:
    """One node is killed after the first piece, with work in its hands: the rows are those of one machine."""
    plan = Plan.of(MASKMEN, 4, {"seasons": 1}, ["normal"])
    dying = [two_nodes.add_node(num_cpus=1)]
    finished: list[int] = []

    def kill(done: int) -> None:
        finished.append(done)
        if done and dying:
            two_nodes.remove_node(dying.pop(), allow_graceful=False)

    collect(plan, range(120), 5, Path("far.csv"), [], False, Where(1, two_nodes.address), kill)
    collect(plan, range(120), 5, Path("near.csv"), [], False, Where(), lambda _: None)
    assert not dying
    assert finished[-1] == 120
    assert Path("far.csv").read_bytes() == Path("near.csv").read_bytes()


def test_a_tournament_is_the_same(two_nodes: Cluster) -> None:
    """Row by row."""
    contest = Contest.of(MASKMEN, 3, {"seasons": 1}, ["normal", "easy"])
    collect(contest, range(20), 3, Path("far.csv"), [], False, Where(1, two_nodes.address), lambda _: None)
    collect(contest, range(20), 3, Path("near.csv"), [], False, Where(), lambda _: None)
    assert Path("far.csv").read_bytes() == Path("near.csv").read_bytes()


def test_a_solution_is_the_same(two_nodes: Cluster) -> None:
    """Value by value, over rounds that keep their regrets."""
    terms = values.Terms(ranks=4, chips=5)
    with cluster.joined(str(two_nodes.address)):
        far = list(values.iterate(terms, terms.betting(), 3, 4, spread=cluster.spread))
    near = list(values.iterate(terms, terms.betting(), 3, 4))
    assert [step.change for step in far] == [step.change for step in near]
    assert far[-1].worth.to_json() == near[-1].worth.to_json()


def test_a_fault_of_the_work_comes_back_as_it_is(two_nodes: Cluster) -> None:
    """Not as Ray's report of it."""
    with cluster.joined(str(two_nodes.address)), pytest.raises(ZeroDivisionError):
        list(cluster.spread(lambda n: 1 // n, [1, 0]))


@pytest.mark.parametrize("study", [["simulate", "maskmen", "-n", "4"], ["tournament", "maskmen", "-n", "4"], ["solve", "indian-poker"]])  # fmt: skip
def test_an_address_without_a_cluster_is_named(study: list[str], here: Path) -> None:
    """Before anything is begun: where nobody listens, and what is no address."""
    with socket.socket() as mute:
        mute.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{mute.getsockname()[1]}"
        done = run(*study, "--ray", address)
    assert (done.code, done.out, is_one_sentence(done)) == (2, "", True)
    assert f"nobody answers at {address}" in done.err
    for wrong in ("somewhere", "host:", ":6379", "host:99999"):
        done = run(*study, "--ray", wrong)
        assert (done.code, is_one_sentence(done)) == (2, True)
        assert "HOST:PORT" in done.err
    assert not list(here.iterdir())
