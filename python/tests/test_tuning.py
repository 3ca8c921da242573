# SPDX-License-Identifier: Apache-2.0
"""Devices are measured and tuned; what tune() writes is what the device takes."""

import json

import pytest

import allways


def test_bench():
    result = allways.bench(device="reference", n=60, runs=2, hops="array", graph="street")
    assert result.runs == 2 and result.checked_targets > 0 and "60 nodes" in repr(result)
    assert allways.bench(device="reference", n=60, bits16=True, hops="first-arcs", check=False).checked_targets == 0
    assert allways.bench(device="reference", n=60, runs=1, hops="label", check=False).n == 60  # the earlier word


@pytest.mark.parametrize("options, message", [
    ({"hops": "array", "bits16": True}, "hop array"),
    ({"hops": "many"}, "`hops`: expected one of none, first-arcs, array"),
    ({"type": "int8"}, "`type`"),
    ({"device": "toaster"}, "toaster"),
])
def test_wrong_options(options, message):
    with pytest.raises(allways.InvalidArgument, match=message):
        allways.bench(**{"n": 10, "device": "reference", **options})


def test_tune(tmp_path, monkeypatch):
    monkeypatch.setenv("ALLWAYS_TUNING_DIR", str(tmp_path / "tunings"))
    devices = allways.devices()
    if not devices:
        pytest.skip("no OpenCL device")
    for seconds in (6, 60, 200):
        try:
            tuned = allways.tune(device=devices[0].id, types=["int32"], seconds=seconds)
            break
        except allways.InvalidArgument as error:
            assert "allow more time" in str(error)
    entry = json.loads(tuned.entry)
    assert "allways tune --device" in entry["about"] and tuned.measured > 0
    assert allways.devices()[0].tuning == tuned.file and json.load(open(tuned.file)) == entry
    assert {section.name for section in tuned.sections} >= {"values"}
    with pytest.raises(allways.InputError, match="overwrite"):
        allways.tune(device=devices[0].id, seconds=6)


def test_tuning_needs_a_device_and_a_place(tmp_path, monkeypatch):
    with pytest.raises(allways.InvalidArgument):
        allways.tune(tmp_path / "a.json", device="reference")
    monkeypatch.setenv("ALLWAYS_TUNING_DIR", "")
    with pytest.raises(allways.InvalidArgument, match="ALLWAYS_TUNING_DIR"):
        allways.tune()
