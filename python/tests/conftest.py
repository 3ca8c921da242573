import pathlib

import pytest

import allways

root = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def village():
    return allways.read_network(root / "data/village.osm")


@pytest.fixture(scope="session")
def streets():
    return allways.generate_streets(500)


@pytest.fixture(scope="session")
def solved(streets):
    return streets.solve(skims=["length"])
