# SPDX-License-Identifier: Apache-2.0
"""Signatures, help(), representations and values by id, as editors and notebooks show them."""

import inspect
import pydoc

import numpy as np
import pytest

import allways


@pytest.mark.parametrize("function, keywords", [
    (allways.solve, {"cost": "", "schedule": "auto", "next_hops": True}),
    (allways.Network.table, {"cost": "", "radius": None, "onto": "arcs"}),
    (allways.Network.path, {"cost_type": None}), (allways.read_network, {"profile": "", "join": "auto"}),
    (allways.DistanceTable.write, {"overwrite": False}), (allways.Factor.table, {"device": "auto"}),
    (allways.serve, {"port": 5000}), (allways.bench, {"n": 4000}), (allways.tune, {"seconds": 120}),
    (allways.DistanceTable.verify, {"rows": 50}), (allways.Network.from_lines, {"speed_field": None}),
])
def test_options_stand_in_signatures(function, keywords):
    parameters = inspect.signature(function).parameters
    assert not any(one.kind is inspect.Parameter.VAR_KEYWORD for one in parameters.values())
    for name, default in keywords.items():
        assert parameters[name].kind is inspect.Parameter.KEYWORD_ONLY
        assert parameters[name].default == default, name
        assert parameters[name].annotation is not inspect.Parameter.empty


def test_help_is_short():
    for kind in (allways.SolveOptions, allways.ReadOptions, allways.ServeOptions):
        text = pydoc.render_doc(kind, renderer=pydoc.plaintext)
        assert "fromkeys" not in text and len(text.splitlines()) < 110
    assert "Column to use as the cost" in pydoc.render_doc(allways.SolveOptions, renderer=pydoc.plaintext)
    assert allways.ExportOptions(unit="min") == {"unit": "min"}
    with pytest.raises(TypeError, match="unexpected keyword 'units'"):
        allways.ExportOptions(units="min")


def test_values_by_id(solved):
    assert solved[7, 400] == solved.distance(7, 400) == solved.to_pandas().loc[7, 400]
    assert solved.distance(7, 400, skim="length") == solved.to_numpy(skim="length")[6, 399]
    with pytest.raises(TypeError, match="one distance for two ids"):
        solved[7]
    with pytest.raises(allways.InputError, match="no node '9999'"):
        solved[7, 9999]
    with pytest.raises(TypeError):
        iter(solved).__next__()


def test_units_reach_skims(solved):
    frame = solved.to_pandas("long", unit=["min", "km"])
    assert list(frame.columns) == ["origin", "destination", "time_min", "length_km"]
    lengths = solved.to_numpy("km", skim="length")
    assert frame["length_km"].max() == lengths[np.isfinite(lengths)].max()
    assert list(solved.to_pandas("long", unit="km").columns)[2:] == ["time_s", "length_km"]
    assert list(solved.to_pandas("long", unit={"length": "mi"}).columns)[2:] == ["time_s", "length_mi"]
    assert solved.to_xarray(unit=["h", "km"])["length"].attrs == {"units": "km"}
    assert solved.to_arrow(unit="min").schema.names[2] == "time_min"
    with pytest.raises(allways.InvalidArgument, match="no field is measured in 'fortnights'; there are: time \\(s\\), length \\(m\\)"):
        solved.to_pandas("long", unit="fortnights")
    with pytest.raises(allways.InvalidArgument, match="no field 'tolls'"):
        solved.to_pandas("long", unit={"tolls": "min"})


def test_raw_numbers_are_called_raw(solved):
    for name in ("distances", "skim", "rows"):
        assert not hasattr(solved, name)
    assert solved.raw_distances.dtype == np.int32 and solved.raw_skim("length").dtype == np.int32
    matrix = allways.Matrix(np.array([[0, 5], [2**30 - 1, 0]], np.int32))
    assert matrix.to_numpy().tolist() == [[0, 5], [np.inf, 0]] and not hasattr(matrix, "costs")


def test_html(solved, village, streets):
    assert "<table>" in solved._repr_html_() and "500 rows × 500 columns" in solved._repr_html_()
    assert "turn rules" in village._repr_html_() and "time (s)" in village._repr_html_()
    pairs = streets.table(pairs=[(1, 2)] * 30)
    assert "time_s" in pairs._repr_html_() and "30 rows" in pairs._repr_html_()
    odd = allways.Network.from_arrays([0], [1], [1.0], node_ids=["<b>", "&"]).solve()
    assert "<b>" not in odd._repr_html_() and "&lt;b&gt;" in odd._repr_html_()


def test_reports_show_their_values(solved, village):
    assert "schedule='" in repr(solved.report) and "0x" not in repr(solved.report)
    assert "nodes=" in repr(village.import_report) and "0x" not in repr(village.import_report)
    assert "0x" not in repr(solved.statistics())
    for device in allways.devices():
        assert device.name in repr(device)


def test_unknown_suffix_of_a_picture(village, solved, tmp_path):
    for draw in (village.draw, solved.draw, village.path(1, 3).draw, allways.Matrix(np.ones((2, 2))).draw):
        with pytest.raises(allways.InvalidArgument, match="x.jpg' has no suffix of a picture: use .png, .svg or .pdf, or .html"):
            draw(tmp_path / "x.jpg")
    assert not list(tmp_path.iterdir())


