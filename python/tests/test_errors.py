# SPDX-License-Identifier: Apache-2.0
"""Wrong uses: each raises an exception of the right kind that says what to do."""

import pickle
import warnings

import numpy as np
import pytest

import allways


def test_kinds():
    assert issubclass(allways.InvalidArgument, ValueError) and issubclass(allways.CapacityError, MemoryError)
    for kind in (allways.InputError, allways.InvalidArgument, allways.CapacityError, allways.DeviceError,
                 allways.NegativeCycleError, allways.Cancelled):
        assert issubclass(kind, allways.Error)
    again = pickle.loads(pickle.dumps(allways.InputError("bad", "a.csv", 7)))
    assert (str(again), again.file, again.line) == ("bad", "a.csv", 7)


def test_files(tmp_path):
    with pytest.raises(allways.InputError) as missing:
        allways.read(tmp_path / "none.csv")
    assert missing.value.file.endswith("none.csv")
    (tmp_path / "bad.gr").write_text("p sp 2 1\na 1 x 3\n")
    with pytest.raises(allways.InputError) as bad:
        allways.read(tmp_path / "bad.gr")
    assert bad.value.line == 2
    (tmp_path / "net.gr").write_text("p sp 2 1\na 1 2 3\n")
    with pytest.raises(allways.InputError, match="expected a table"):
        allways.read_table(tmp_path / "net.gr")


def test_negative_cycle():
    with pytest.raises(allways.NegativeCycleError) as found:
        allways.solve(np.array([[0, 2.0, np.inf], [np.inf, 0, -3], [0.5, np.inf, 0]]))
    assert sorted(found.value.cycle) == [0, 1, 2]


def test_huge():
    network = allways.Network.from_arrays([0], [1], [1.0], nodes=3_000_000)
    with pytest.raises(allways.CapacityError) as found:
        network.solve()
    assert found.value.needed > found.value.available > 0


def test_device():
    with pytest.raises(allways.DeviceError):
        allways.solve(np.zeros((3, 3)), device="9:9")
    with pytest.raises(allways.InvalidArgument):
        allways.solve(np.zeros((3, 3)), device="toaster")


def test_keywords(streets):
    with pytest.raises(TypeError, match="unexpected keyword 'costs'"):
        streets.solve(costs="time")
    with pytest.raises(TypeError, match="`cost`"):
        streets.solve(cost=7)
    with pytest.raises(allways.InvalidArgument, match="cost_type"):
        streets.solve(cost_type="int8")
    with pytest.raises(TypeError, match="progress"):
        streets.solve(progress="yes")


def test_nothing_of_the_library_can_be_made_or_changed(streets):
    with pytest.raises(TypeError):
        allways._core.Network()
    with pytest.raises(AttributeError):
        streets.tail = 3
    with pytest.raises(allways.InvalidArgument, match="no column of numbers 'colour'; there are: length, time"):
        streets.column("colour")


def test_costs_that_most_arcs_lack(tmp_path):
    """As the command does, unless the file was read with `lenient`; arrays say what they mean."""
    (tmp_path / "net.csv").write_text("from,to,cost\n1,2,5\n2,3,\n3,4,\n4,1,2\n")
    network = allways.read_network(tmp_path / "net.csv", directed=True)
    for use in (network.solve, network.factorize, lambda: network.table([1]), lambda: network.path(1, 2),
                lambda: network.largest_component("weak").solve()):
        with pytest.raises(allways.InputError, match="2 of 4 arcs have no 'cost', more than a fifth.*`lenient`"):
            use()
    assert not network.explain(1, 3).reachable
    assert allways.read_network(tmp_path / "net.csv", lenient=True, directed=True).solve().distance(1, 2) == 5
    closed = allways.Network.from_arrays([0, 1, 2], [1, 2, 0], [1.0, np.nan, np.nan])
    assert closed.solve().distance(1, 2) == 1


def test_costs_of_what_has_its_own(streets, solved):
    for source in (solved, streets.factorize()):
        with pytest.raises(allways.InvalidArgument, match="`cost` selects a column of a network"):
            source.table([1], cost="time")
        with pytest.raises(allways.InvalidArgument, match="`cost_type` does not apply"):
            source.table([1], cost_type="float64")
    with pytest.raises(allways.InvalidArgument, match="`cost` selects"):
        allways.Matrix([[0, 1], [1, 0]]).solve(cost="time")


def test_the_cost_of_a_field(tmp_path):
    (tmp_path / "net.csv").write_text("from,to,time,toll\n1,2,5,7\n2,1,3,9\n")
    assert allways.read_network(tmp_path / "net.csv", cost_field="toll").solve().distance(1, 2) == 7


def test_guesses_and_losses_are_kinds_of_warnings():
    """Levels 3 and 4 of the library's log, which `--strict` makes errors in the command."""
    for level, kind in [(2, allways.AllwaysWarning), (3, allways.GuessWarning), (4, allways.LossWarning)]:
        with pytest.warns(allways.AllwaysWarning) as caught:
            allways.callbacks.take_log_line(level, "12 of 40 lines")
        assert [(one.category, str(one.message)) for one in caught] == [(kind, "12 of 40 lines")]
        assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error", allways.GuessWarning)
        with pytest.raises(allways.GuessWarning, match="1 line"):
            allways.callbacks.take_log_line(3, "1 line")
        with pytest.warns(allways.LossWarning):
            allways.callbacks.take_log_line(4, "1 line")


def test_losses_of_a_file_are_counted(tmp_path):
    (tmp_path / "edges.csv").write_text("from,to,time\n1,2,5\n,3,7\n" + "2,3,4\n" * 8)
    with pytest.warns(allways.LossWarning, match="skipped 1 × row without a from or to node, first at line 3"):
        allways.read_network(tmp_path / "edges.csv")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.simplefilter("error", allways.LossWarning)
        with pytest.raises(allways.LossWarning):
            allways.read_network(tmp_path / "edges.csv")
