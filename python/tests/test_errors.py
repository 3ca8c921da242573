"""Wrong uses: an exception that says what to do, of a kind that tells how to react."""

import pickle

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
    with pytest.raises(KeyError):
        streets.column("colour")
