# SPDX-License-Identifier: Apache-2.0
"""Opportunities within reach of places, and the nearest destinations."""

from __future__ import annotations

from typing import Any, Mapping, Sequence

import numpy as np

from . import _core, arrays, labels
from .attributes import is_missing
from .callbacks import Progress, reporting
from .errors import InvalidArgument, count_of, is_many
from .ids import as_given, internal, keys_as_texts, public
from .options import choose_cost, fill, limits_of
from .places import given_texts, place_list, settled
from .rows import in_frames


def access(network: Any, destinations: Any, *, origins: Any, weights: Any, cutoffs: float | Sequence[float], unit: str,
           decay: str, nearest: int, classes: Any, demand: Any, to_origins: bool, crs: Any, progress: Progress,
           options: Mapping[str, Any]):
    solving, snapping = fill(options, _core.SolveOptions, _core.SnapOptions)
    network = choose_cost(network, solving)
    request = _core.AccessRequest()
    request.cutoffs = limits_of(cutoffs)
    request.unit, request.decay, request.to_origins = unit, decay, to_origins
    request.nearest = count_of(nearest, "nearest")
    origins, destinations = settled(origins), settled(destinations)
    starts = None if origins is None else place_list(keys_as_texts(origins, network), "origins", network.crs, crs)
    ends = place_list(keys_as_texts(destinations, network), "destinations", network.crs, crs)
    named = _weights(destinations, weights)
    request.kinds = list(named)
    request.weights = [_numbers(name, values, destinations, ends) for name, values in named.items()]
    if classes is not None:
        words = _column(destinations, classes, "classes", "destinations") if isinstance(classes, str) else classes
        if not is_many(words):
            raise InvalidArgument(f"`classes`: expected the name of a column or a sequence, found {words!r}")
        words = _by_place(words, "classes", destinations, ends)
        if missing := sum(map(is_missing, words)):
            raise InvalidArgument(f"`classes`: {missing} destinations have no class")
        request.classes = [str(one) for one in words]
    if demand is not None:
        if origins is None:
            raise InvalidArgument("`demand` has a number for each of `origins`, which are missing")
        values = _column(origins, demand, "demand", "origins") if isinstance(demand, str) else demand
        request.demand = _numbers("demand", values, origins, starts)
    with reporting(progress) as callback:
        found = _core.find_access(network._core, starts, ends, request, solving, snapping, callback)
    origin_ids, destination_ids = (as_given(public(ids), given_texts(given)) for ids, given in
                                   ((found.origin_ids, origins), (found.destination_ids, destinations)))
    return _frame(found, request, origin_ids, destination_ids)


def _column(places: Any, name: str, option: str, what: str) -> Any:
    if not hasattr(places, "columns"):
        raise InvalidArgument(f"`{option}`: no column '{name}': names of columns need a data frame of {what}")
    if name not in places.columns:
        raise InvalidArgument(f"`{option}`: the {what} have no column '{name}'; they have: {', '.join(map(str, places.columns))}")
    return places[name]


def _weights(destinations: Any, weights: Any) -> dict[str, Any]:
    """The weights by name."""
    weights = labels.pandas_of(weights)
    if weights is None:
        return {}
    if isinstance(weights, Mapping):
        return {str(name): values for name, values in weights.items()}
    if hasattr(weights, "columns"):
        return {str(name): weights[name] for name in weights.columns}
    if not is_many(weights):
        raise InvalidArgument(f"`weights`: expected names of columns or numbers, found {weights!r}")
    names = [weights] if isinstance(weights, str) else weights
    if all(isinstance(name, str) for name in names):
        return {name: _column(destinations, name, "weights", "destinations") for name in names}
    return {"weight": weights}


def _numbers(name: str, values: Any, given: Any, places: Any) -> list[float]:
    numbers = arrays.numbers(_by_place(values, name, given, places), name).astype(np.float64)
    if np.isnan(numbers).any():
        raise InvalidArgument(f"`{name}`: {int(np.isnan(numbers).sum())} of {len(numbers)} values are missing")
    return numbers.tolist()


def _by_place(values: Any, name: str, given: Any, places: Any) -> Any:
    """The entries of a Series in the order of the places, which it names by their ids, or has the index of; else by position."""
    values = labels.pandas_of(values)
    if not hasattr(values, "iloc"):
        return values
    orders = [given.index] if hasattr(given, "iloc") else []
    if isinstance(places, list):
        orders.append(public(internal([given] if isinstance(given, (int, np.integer)) else given)))
    elif (points := getattr(places, "points", places)) is not None:
        orders.append(public(points.ids))
    return labels.in_order(values, name, *orders)


def _frame(found: _core.PointAccess, request: _core.AccessRequest, origin_ids: np.ndarray, destination_ids: np.ndarray):
    import pandas as pd

    columns: dict[str, Any] = {}
    for k, kind in enumerate(found.kinds):
        for c, cutoff in enumerate(request.cutoffs):
            name = kind if len(request.cutoffs) == 1 else f"{kind}_{cutoff:.10g}"
            columns[name] = found.sums[:, k, c]
    ids = np.empty(len(destination_ids) + 1, object)
    ids[:-1], ids[-1] = destination_ids, None  # the last is that of no destination, -1
    unit = f"_{found.unit}" if found.unit else ""
    for c, one in enumerate(found.classes):
        for k in range(request.nearest):
            name = f"{one}_{k + 1}" if one else str(k + 1)
            columns[f"nearest_{name}"] = ids[found.nearest[:, c, k]]
            columns[f"distance_{name}{unit}"] = in_frames(np.array(found.distances[:, c, k]))
    return pd.DataFrame(columns, index=pd.Index(origin_ids, name="origin"))
