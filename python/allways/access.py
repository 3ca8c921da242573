# SPDX-License-Identifier: Apache-2.0
"""Opportunities within reach of places, and the nearest destinations."""

from __future__ import annotations

from typing import Any, Mapping, Sequence

import numpy as np

from . import _core
from .callbacks import Progress, reporting
from .errors import InvalidArgument
from .ids import as_given, keys_as_texts, public
from .options import choose_cost, fill
from .places import given_texts, place_list


def access(network: Any, destinations: Any, *, origins: Any, weights: Any, cutoffs: float | Sequence[float], unit: str,
           decay: str, nearest: int, classes: Any, demand: Any, to_origins: bool, crs: Any, progress: Progress,
           options: Mapping[str, Any]):
    solving, snapping = fill(options, _core.SolveOptions, _core.SnapOptions)
    network = choose_cost(network, solving)
    request = _core.AccessRequest()
    request.cutoffs = sorted({float(one) for one in np.atleast_1d(cutoffs)})
    request.unit, request.decay, request.nearest, request.to_origins = unit, decay, nearest, to_origins
    named = _weights(destinations, weights)
    request.kinds = list(named)
    request.weights = [_numbers(name, values) for name, values in named.items()]
    if classes is not None:
        request.classes = [str(one) for one in (destinations[classes] if isinstance(classes, str) else classes)]
    if demand is not None:
        request.demand = _demand(origins, demand)
    origins, destinations = (list(one) if hasattr(one, "__next__") else one for one in (origins, destinations))
    starts = None if origins is None else place_list(keys_as_texts(origins, network), "origins", network.crs, crs)
    ends = place_list(keys_as_texts(destinations, network), "destinations", network.crs, crs)
    with reporting(progress) as callback:
        found = _core.find_access(network._core, starts, ends, request, solving, snapping, callback)
    origin_ids, destination_ids = (as_given(public(ids), given_texts(given)) for ids, given in
                                   ((found.origin_ids, origins), (found.destination_ids, destinations)))
    return _frame(found, request, origin_ids, destination_ids)


def _demand(origins: Any, demand: Any) -> list[float]:
    if origins is None:
        raise InvalidArgument("`demand` has a number for each of `origins`, which are missing")
    if isinstance(demand, str):
        if not hasattr(origins, "columns") or demand not in origins.columns:
            raise InvalidArgument(f"`demand`: the origins have no column '{demand}'")
        demand = origins[demand]
    return _numbers("demand", demand)


def _weights(destinations: Any, weights: Any) -> dict[str, Any]:
    """The weights by name."""
    if weights is None:
        return {}
    if isinstance(weights, Mapping):
        return dict(weights)
    names = [weights] if isinstance(weights, str) else weights
    if all(isinstance(name, str) for name in names):
        if not hasattr(destinations, "columns"):
            raise InvalidArgument("`weights`: names of columns need a data frame of destinations; give {name: numbers} instead")
        missing = [name for name in names if name not in destinations.columns]
        if missing:
            raise InvalidArgument(f"`weights`: the destinations have no column '{missing[0]}'; they have: "
                                  f"{', '.join(map(str, destinations.columns))}")
        return {name: destinations[name] for name in names}
    return {"weight": weights}


def _numbers(name: str, values: Any) -> list[float]:
    try:
        return np.asarray(values, np.float64).reshape(-1).tolist()
    except (TypeError, ValueError):
        raise InvalidArgument(f"'{name}' has values that are not numbers") from None


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
            columns[f"distance_{name}{unit}"] = found.distances[:, c, k]
    return pd.DataFrame(columns, index=pd.Index(origin_ids, name="origin"))
