import os
import pathlib

import pytest

import allways

root = pathlib.Path(__file__).resolve().parents[2]


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
