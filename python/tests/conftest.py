# SPDX-License-Identifier: Apache-2.0
import functools
import os
import pathlib

import pytest

import allways

root = pathlib.Path(__file__).resolve().parents[2]


@functools.cache
def real_map(name):
    """The village of this repository, or a map of ALLWAYS_DATA; the test is skipped where that is not found."""
    if name == "village":
        return allways.read_network(root / "data/village.osm")
    folder = pathlib.Path(os.environ.get("ALLWAYS_DATA", root / "../shared/data")) / "osm"
    found = sorted(folder.glob(f"{name}*.osm.pbf"))
    if not found:
        pytest.skip(f"no map of {name} in {folder}; set ALLWAYS_DATA")
    return allways.read_network(found[0])


@pytest.fixture(scope="session")
def village():
    return allways.read_network(root / "data/village.osm")


@pytest.fixture(scope="session")
def shared_data():
    """The folder of the real networks: ALLWAYS_DATA, or beside the project."""
    folder = pathlib.Path(os.environ.get("ALLWAYS_DATA", root / "../shared/data"))
    if not folder.exists():
        pytest.skip("the real networks are absent: set ALLWAYS_DATA to their folder to run this test")
    return folder


@pytest.fixture(scope="session")
def streets():
    return allways.generate_streets(500)


@pytest.fixture(scope="session")
def solved(streets):
    return streets.solve(skims=["length"])
