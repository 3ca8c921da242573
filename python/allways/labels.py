# SPDX-License-Identifier: Apache-2.0
"""Frames and Series by their labels: brought into the order of ids, so that an index is never passed over."""

from __future__ import annotations

from typing import Any, Mapping, Sequence

import numpy as np

from .errors import InvalidArgument


def pandas_of(value: Any) -> Any:
    """A frame or column of Polars or Arrow as that of pandas; other values stay."""
    if not hasattr(value, "__arrow_c_stream__") or hasattr(value, "iloc") or hasattr(value, "_core"):
        return value
    if hasattr(value, "to_pandas"):
        return value.to_pandas()
    import pyarrow

    return pyarrow.table(value).to_pandas()


def in_order(values: Any, name: str, *orders: Any) -> Any:
    """The entries of a pandas Series or frame in the order of the ids in `orders`; other values stay.

    Its index has these ids, in any order, or is 0, 1, 2, … Anything else states a meaning that is not understood, such as
    that of a Series that was filtered, and is refused.
    """
    if not hasattr(values, "iloc"):
        return values
    labels = values.index
    known = [order if hasattr(order, "get_indexer") else _index_of(order) for order in orders]
    known = [order for order in known if len(order) == len(labels)]
    if any(labels.equals(order) for order in known):
        return values
    for order in known:
        if order.is_unique and labels.is_unique and (at := labels.get_indexer(order)).min(initial=0) >= 0:
            return values.iloc[at]
    if labels.nlevels == 1 and np.array_equal(labels.to_numpy(), np.arange(len(labels))):
        return values
    raise InvalidArgument(f"`{name}`: a Series whose index is neither 0, 1, 2, … nor the ids, but begins with "
                          f"{labels[:3].tolist()}; give it the ids as index, or .to_numpy() to take entries by position")


def _index_of(ids: Any) -> Any:
    import pandas as pd

    return pd.Index(ids if isinstance(ids, list) or getattr(ids, "ndim", 2) == 1 else list(ids))


def of_one_frame(named: Mapping[str, Any], anchors: Sequence[Any], ids: Any) -> dict[str, Any]:
    """As in_order() for several Series, which may also share the index of all `anchors`: columns of one frame."""
    indexes = [one.index for one in anchors if hasattr(one, "iloc")]
    is_one_frame = len(indexes) == len(anchors) and all(index.equals(indexes[0]) for index in indexes)
    orders = [*indexes[:is_one_frame], *([] if ids is None else [ids])]
    return {name: in_order(values, name, *orders) for name, values in named.items()}
