# SPDX-License-Identifier: Apache-2.0
"""Ids of nodes and arcs: integers, or texts if any is not an integer; and frames and Series brought into their order, so that an
index is never passed over."""

from __future__ import annotations

from typing import Any, Iterable, Mapping, NoReturn, Sequence

import numpy as np

from . import _core
from .errors import InputError, InvalidArgument, is_many
from .libraries import pandas, pyarrow


def public(ids: Any) -> np.ndarray:
    """Converts ids that the library returned to an array: int64, or objects of type str."""
    if isinstance(ids, list):
        made = np.empty(len(ids), dtype=object)
        made[:] = ids
        return made
    return ids


def internal(ids: Iterable | None) -> Any:
    """Converts ids to the library's form: an int64 array or a list of texts; None stays None."""
    if ids is None:
        return None
    _refuse_masked(ids)
    if not is_many(ids):
        raise InvalidArgument(f"expected a list of ids, found {ids!r}")
    if not hasattr(ids, "__len__"):
        ids = list(ids)
    values = array_of(ids)
    if values.ndim != 1:
        # Tuples, such as the edges of a graph.
        return [_text(one) for one in ids]
    if values.dtype.kind in "fO" and len(values) and all(map(_is_integer, values.tolist())):
        try:
            return np.array([int(one) for one in values.tolist()], np.int64)
        except OverflowError:
            pass
    if values.dtype.kind == "i" or (values.dtype.kind == "u" and (values.size == 0 or values.max() < 2**63)):
        return np.ascontiguousarray(values, dtype=np.int64)
    texts = [_text(one) for one in values.tolist()]
    return texts


def unmasked(values: Any, missing: float) -> Any:
    """Floats with `missing` in the place of masked entries; arrays without any stay."""
    return np.ma.filled(np.ma.asarray(values, np.float64), missing) if np.ma.is_masked(values) else values


def _refuse_masked(ids: Any) -> None:
    if np.ma.is_masked(ids):
        raise InvalidArgument(f"an id cannot be missing; {int(np.ma.getmaskarray(ids).sum())} of these are masked")


def _is_integer(one: Any) -> bool:
    """True for integers, also in the form of floats: pandas stores ids as floats if some are missing."""
    return not isinstance(one, bool) and (isinstance(one, (int, np.integer)) or
                                          isinstance(one, (float, np.floating)) and float(one).is_integer())


def are_texts(ids: Any) -> bool:
    """True if ids are given as texts, even of digits. Results then have texts too, so that they can be joined."""
    if ids is None or isinstance(ids, (str, bytes)) or not hasattr(ids, "__iter__"):
        return False
    if isinstance(ids, np.ndarray) and ids.dtype.kind not in "OUT":
        return False
    values = list(ids)
    return len(values) > 0 and all(isinstance(one, str) for one in values)


def as_given(ids: np.ndarray, texts: bool) -> np.ndarray:
    """Ids as texts if they were given as texts."""
    return public([str(one) for one in ids.tolist()]) if texts and ids.dtype != object else ids


def _text(one: Any) -> str:
    if isinstance(one, str):
        return one
    if isinstance(one, float):
        if not one.is_integer():
            raise InvalidArgument(f"an id is an integer or a text, not {one!r}")
        return str(int(one))
    if one is None:
        raise InvalidArgument("an id is an integer or a text, not None")
    if isinstance(one, tuple):  # a node of a NetworkX graph
        return repr(tuple(part.item() if isinstance(part, np.generic) else part for part in one))
    return str(one)


def array_of(wanted: Iterable) -> np.ndarray:
    """Ids as a one-dimensional array, in which tuples stay single entries."""
    if isinstance(wanted, np.ndarray):
        return wanted
    values = list(wanted)
    if not any(isinstance(one, (tuple, list, dict, set)) for one in values):
        return np.asarray(values)
    made = np.empty(len(values), dtype=object)
    made[:] = values
    return made


def keys_as_texts(value: Any, source: Any) -> Any:
    """Converts tuples that are node keys of the network's source graph to the texts of their ids; other values stay."""
    if isinstance(value, str):
        return value
    if isinstance(value, np.ndarray):
        return keys_as_texts(value.tolist(), source) if value.dtype == object and value.ndim == 1 else value
    if getattr(value, "nlevels", 1) > 1:  # pandas.MultiIndex
        made = keys_as_texts(list(value), source)
        if any(isinstance(one, tuple) for one in made):
            raise InvalidArgument("a MultiIndex has several ids for each place; give one level of it")
        return made
    if not hasattr(value, "__iter__") or any(hasattr(value, name) for name in ("columns", "geometry", "unsnapped")):
        return value
    value = value if isinstance(value, (list, tuple)) else list(value)
    notes = getattr(source, "notes", None) or getattr(source, "provenance", None)
    if notes is None and any(isinstance(one, tuple) for one in value):
        notes = source.network.notes if hasattr(source, "network") else {}  # a factor has notes through its network
    if (notes or {}).get("node_keys") != "tuples":
        return value
    known = set(source.node_ids if hasattr(source, "node_ids") else (*source.origin_ids, *source.destination_ids))

    def text_of(one: Any) -> Any:
        if isinstance(one, tuple) and _text(one) in known:
            return _text(one)
        return type(one)(map(text_of, one)) if isinstance(one, (list, tuple)) else one

    return text_of(value)


def texts(ids: Iterable) -> list[str]:
    """Ids as texts, the form in which the library looks them up."""
    _refuse_masked(ids)
    return [_text(one) for one in (ids.tolist() if isinstance(ids, np.ndarray) else ids)]


class Index:
    """Finds the positions of ids of nodes, or of `what`."""

    def __init__(self, ids: np.ndarray, source: str, what: str = "node"):
        self._what = what
        self._ids = ids
        self._source = source
        self._numeric = ids.dtype != object
        if self._numeric:
            self._order = np.argsort(ids, kind="stable")
            self._sorted = ids[self._order]
        else:
            self._at: dict[str, int] = {}
            for position, one in enumerate(ids):
                self._at.setdefault(one, position)

    def _refuse(self, one: Any) -> NoReturn:
        if self._what != "node":
            raise InputError(f"{self._source}: no {self._what} '{_text(one)}'", self._source)
        _core.refuse_id(internal(self._ids), _text(one), self._source)
        raise AssertionError(f"'{one}' is known")

    def _integer(self, text: str) -> int:
        try:
            return int(np.int64(int(text)))
        except (ValueError, OverflowError):
            self._refuse(text)

    def __call__(self, wanted: Iterable) -> np.ndarray:
        """The positions as uint32. Raises InputError for an unknown id."""
        values = array_of([wanted] if isinstance(wanted, str) or not is_many(wanted) else wanted)
        _refuse_masked(values)
        if self._numeric and values.dtype.kind in "iu":
            at = np.searchsorted(self._sorted, values)
            at[at == len(self._sorted)] = 0
            missing = self._sorted[at] != values if len(self._sorted) else np.ones(values.shape, bool)
            if missing.any():
                self._refuse(values[missing.argmax()])
            return self._order[at].astype(np.uint32)
        if self._numeric:
            return self(np.array([self._integer(one) for one in texts(values)], dtype=np.int64))
        found = np.empty(len(values), dtype=np.uint32)
        for position, one in enumerate(texts(values)):
            if one not in self._at:
                self._refuse(one)
            found[position] = self._at[one]
        return found


# ---- frames and Series by their labels


def pandas_of(value: Any) -> Any:
    """A frame or column of Polars or Arrow as that of pandas; other values stay."""
    if not hasattr(value, "__arrow_c_stream__") or hasattr(value, "iloc") or hasattr(value, "_core"):
        return value
    if hasattr(value, "to_pandas"):
        return value.to_pandas()
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
    return pandas.Index(ids if isinstance(ids, list) or getattr(ids, "ndim", 2) == 1 else list(ids))


def of_one_frame(named: Mapping[str, Any], anchors: Sequence[Any], ids: Any) -> dict[str, Any]:
    """As in_order() for several Series, which may also share the index of all `anchors`: columns of one frame."""
    indexes = [one.index for one in anchors if hasattr(one, "iloc")]
    is_one_frame = len(indexes) == len(anchors) and all(index.equals(indexes[0]) for index in indexes)
    orders = [*indexes[:is_one_frame], *([] if ids is None else [ids])]
    return {name: in_order(values, name, *orders) for name, values in named.items()}
