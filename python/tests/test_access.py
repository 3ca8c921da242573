# SPDX-License-Identifier: Apache-2.0
"""Network.access: equal to sums and minima over the table."""

import numpy as np
import pandas as pd
import pytest

import allways

DECAYS = {
    "step": lambda d, c: (d <= c) * 1.0,
    "linear": lambda d, c: np.maximum(1 - d / c, 0),
    "exponential": lambda d, c: np.exp(-d / c),
    "gaussian": lambda d, c: np.exp(-(d / c) ** 2 / 2),
}


@pytest.fixture(scope="module")
def streets():
    return allways.generate_streets(2000)


@pytest.mark.parametrize("decay", DECAYS)
@pytest.mark.parametrize("to_origins", [False, True])
def test_sums_are_those_of_the_table(streets, decay, to_origins):
    random = np.random.default_rng(3)
    origins, destinations = random.integers(0, 2000, (2, 60)) + 1
    weights = {"jobs": random.integers(0, 100, 60), "area": random.random(60)}
    found = streets.access(destinations, origins=origins, weights=weights, cutoffs=[60, 300], decay=decay, to_origins=to_origins)
    between = (destinations, origins) if to_origins else (origins, destinations)
    distances = streets.table(*between).to_numpy()
    distances = distances.T if to_origins else distances
    assert list(found.columns) == ["jobs_60", "jobs_300", "area_60", "area_300"]
    for name, values in weights.items():
        for cutoff in (60, 300):
            expected = DECAYS[decay](distances, cutoff) @ values
            np.testing.assert_allclose(found[f"{name}_{cutoff}"], expected, rtol=1e-12)


def test_nearest_of_each_class(streets):
    random = np.random.default_rng(4)
    places = pd.DataFrame({"kind": ["school", "clinic"] * 20}, index=random.permutation(2000)[:40] + 1)
    frame = streets.access(places.index.to_numpy(), nearest=2, classes=places["kind"])
    distances = streets.table(np.arange(2000) + 1, places.index.to_numpy()).to_numpy()
    for kind in ("school", "clinic"):
        own = distances[:, places["kind"] == kind]
        ids = places.index.to_numpy()[places["kind"] == kind]
        order = np.argsort(own, axis=1, kind="stable")
        for k in range(2):
            at = order[:, k]
            expected = np.take_along_axis(own, at[:, None], 1)[:, 0]
            np.testing.assert_allclose(frame[f"distance_{kind}_{k + 1}_s"].fillna(np.inf), expected)
            wanted = np.where(np.isfinite(expected), ids[at].astype(object), None)  # none is reachable from some nodes
            assert (frame[f"nearest_{kind}_{k + 1}"].to_numpy() == wanted).all()


def test_points_with_columns(streets):
    places = streets.coordinates[:5]
    shops = pd.DataFrame({"x": places[:, 0], "y": places[:, 1], "jobs": [1, 2, 3, 4, 5]}, index=list("abcde"))
    found = streets.access(shops, origins=[1, 2, 3], weights="jobs", cutoffs=1e6, nearest=1, component="any")
    assert found["jobs"].max() == 15
    assert found.loc[1, "nearest_1"] == "a"
    with pytest.raises(allways.InvalidArgument, match="no column 'beds'; they have: x, y, jobs"):
        streets.access(shops, weights="beds", cutoffs=60)
    with pytest.raises(allways.InvalidArgument, match="need a data frame"):
        streets.access([1, 2], weights="beds", cutoffs=60)
    with pytest.raises(allways.InvalidArgument, match="`jobs`: expected numbers"):
        streets.access([1, 2], weights={"jobs": ["many", 2]}, cutoffs=60)
    with pytest.raises(allways.InvalidArgument, match="expected numbers from 0, found -1"):
        streets.access([1, 2], weights={"jobs": [-1, 2]}, cutoffs=60)
    with pytest.raises(allways.InvalidArgument, match="give `cutoffs`"):
        streets.access([1, 2])


def test_ids_keep_their_type(streets):
    places = pd.DataFrame(streets.coordinates[:3], columns=["x", "y"], index=["7", "8", "9"])
    found = streets.access(places, origins=places, nearest=1, component="any")
    assert found.index.tolist() == ["7", "8", "9"] and found["nearest_1"].tolist() == ["7", "8", "9"]
    found = streets.access((str(one) for one in (10, 20)), origins=iter([1, 2]), nearest=1)
    assert found.index.tolist() == [1, 2] and set(found["nearest_1"]) <= {"10", "20"}
    assert streets.access([10], nearest=1).index.dtype == np.int64


@pytest.mark.parametrize("decay", DECAYS)
def test_supply_shared_by_demand(streets, decay):
    random = np.random.default_rng(8)
    blocks = pd.DataFrame({"people": random.integers(0, 50, 80)}, index=random.permutation(2000)[:80] + 1)
    doctors, hours = random.permutation(2000)[:9] + 1, random.integers(1, 40, 9)
    found = streets.access(doctors, origins=blocks.index.to_numpy(), demand=blocks["people"], weights={"hours": hours},
                           cutoffs=[100, 400], decay=decay)
    distances = streets.table(blocks.index.to_numpy(), doctors).to_numpy()
    for cutoff in (100, 400):
        counts = DECAYS[decay](distances, cutoff)
        demand = blocks["people"].to_numpy() @ counts
        ratios = np.divide(hours, demand, out=np.zeros(9), where=demand > 0)
        np.testing.assert_allclose(found[f"hours_{cutoff}"], counts @ ratios, rtol=1e-12)
        assert blocks["people"].to_numpy() @ found[f"hours_{cutoff}"] == pytest.approx(hours[demand > 0].sum())


def test_refuses_bad_demand(streets):
    with pytest.raises(allways.InvalidArgument, match="origins"):
        streets.access([1], demand=[1], cutoffs=[60])
    with pytest.raises(allways.InvalidArgument, match="one for each of 2 origins, found 1"):
        streets.access([1], origins=[2, 3], demand=[1], cutoffs=[60])
    with pytest.raises(allways.InvalidArgument, match="cutoffs"):
        streets.access([1], origins=[2, 3], demand=[1, 2], nearest=1)
    with pytest.raises(allways.InvalidArgument, match="no column 'people'"):
        streets.access([1], origins=[2, 3], demand="people", cutoffs=[60])
