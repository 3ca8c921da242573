# SPDX-License-Identifier: Apache-2.0
"""Attributes of edges of graphs and data frames → columns of numbers and texts; and those that networks do not have, which are
kept for the conversion back."""

from __future__ import annotations

import datetime
import decimal
import numbers
import re
from typing import Any, Callable, Collection, Iterable, Mapping, NamedTuple, NoReturn

import numpy as np

from . import _core
from .errors import InvalidArgument

_plain = (bool, int, float, np.bool_, np.number)
_quick = {bool, int, float, np.bool_, np.float64, np.float32, np.int64, np.int32, type(None)}
_number = re.compile(r"\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*", re.ASCII)
# Identifiers: they have more digits than float64 holds, or leading zeros, which numbers do not have.
_code = re.compile(r"\s*[+-]?(0\d|\d{16})", re.ASCII)
# Names that are always texts, whatever their values.
_texts_of_library = frozenset({"name", "ref", "facility_type", "junction", "osm_nodes"})
_seconds = {"ms": 0.001, "s": 1, "min": 60, "h": 3600}


def is_missing(one: Any) -> bool:
    """True for None, NaN, NaT, pandas.NA and masked entries."""
    if one is None or one is np.ma.masked:
        return True
    try:
        return bool(one != one)
    except (TypeError, ValueError, decimal.InvalidOperation):
        return type(one).__name__ == "NAType"


def plain_text(value: Any) -> str:
    """The text of an arc: a list, as OSMnx has for merged ways, becomes "a; b"; a missing value becomes ""."""
    if is_missing(value):
        return ""
    if isinstance(value, (list, tuple, set)):
        return "; ".join(plain_text(one) for one in value)
    return str(value)


def _is_span(one: Any) -> bool:
    return isinstance(one, (datetime.timedelta, np.timedelta64))


def number_of(one: Any) -> float | None:
    """The number that a value or text represents: NaN if missing, seconds for a time span; None if it is not a
    number."""
    if isinstance(one, str):
        return float(one) if _number.fullmatch(one) else np.nan if one == "" else None
    if is_missing(one):
        return np.nan
    if _is_span(one):
        return one / (datetime.timedelta(seconds=1) if isinstance(one, datetime.timedelta) else np.timedelta64(1, "s"))
    if isinstance(one, (*_plain, numbers.Real, decimal.Decimal)):
        return float(one)
    return None


class Attributes(NamedTuple):
    """Attributes by name: numbers, texts, and the units of time spans."""

    columns: dict[str, np.ndarray]
    texts: dict[str, Any]
    units: dict[str, str]


def _numbers_of(values: Any) -> tuple[np.ndarray | None, int]:
    """Returns (numbers, -1), or (None, position of the first value that is not a number)."""
    if isinstance(values, np.ndarray) and values.dtype != object:
        if values.dtype.kind in "fiub":
            return values, -1
        if values.dtype.kind == "m":
            return np.where(np.isnat(values), np.nan, values / np.timedelta64(1, "s")), -1
    kinds = set(map(type, values))
    if kinds <= _quick:
        return np.array([np.nan if one is None else one for one in values] if type(None) in kinds else values, np.float64), -1
    found = np.empty(len(values))
    for at, one in enumerate(values):
        number = number_of(one)
        if number is None:
            return None, at
        found[at] = number
    return found, -1


def _are_spans(values: Any) -> bool:
    if isinstance(values, np.ndarray) and values.dtype != object:
        return values.dtype.kind == "m"
    return any(_is_span(one) for one in values if not is_missing(one))


def _are_codes(name: str, values: Any) -> bool:
    """True if all values are texts and one is an identifier such as "007", or if the library knows `name` as a text."""
    if isinstance(values, np.ndarray) and values.dtype != object:
        return False
    given = [one for one in values if not is_missing(one)]
    return all(isinstance(one, str) for one in given) and (name in _texts_of_library or any(_code.match(one) for one in given))


def _refuse(name: str, values: Any, at: int, edge: Callable[[int], str]) -> NoReturn:
    raise InvalidArgument(f"`{name}` of {edge(at)}: expected a number, found {values[at]!r}; correct or remove it there, or "
                          "remove the attribute from all edges")


def _in_unit(name: str, seconds: np.ndarray, unit: str) -> np.ndarray:
    if unit not in _seconds:
        raise InvalidArgument(f"`units`: '{name}' has spans of time, which are not measured in '{unit}'; use "
                              f"{', '.join(_seconds)}")
    return seconds / _seconds[unit]


def _usual_cost(names: Iterable[str]) -> str | None:
    """The name of the column that a solve minimises by default."""
    columns = [(name, "", np.ones(1), None) for name in names]
    none = np.zeros(1, np.uint32)
    return _core.make_network(none, none, columns, 1, None, None, None, "", None, None, [], None, "", None, []).usual_cost


def _names_a_cost(name: str) -> bool:
    """True for "weight", "time" and other names that are chosen as the cost before other columns."""
    return _usual_cost([name, "this", "that"]) == name


def split(attributes: Mapping[str, Any], *, units: Mapping[str, str], asked: Collection[str], texts: Collection[str],
          library_names: Mapping[str, str], edge: Callable[[int], str]) -> Attributes:
    """Split attributes: if every value is a number, or a text that reads as one, they become columns, else texts.

    Parameters
    ----------
    units
        Known units of attributes. Time spans without a unit are in seconds.
    asked
        Names of attributes that must be numbers.
    texts
        Names of attributes that stay texts.
    library_names
        The library's names for attributes that it calls otherwise.
    edge
        Returns the name of an edge for messages.

    Raises
    ------
    InvalidArgument
        If a value of an attribute in `asked`, or of the attribute that would be the cost, is not a number.
    """
    made = Attributes({}, {}, {})
    mixed: dict[str, int] = {}  # names of costs with texts → position of the first text
    for given, values in attributes.items():
        name = str(given)
        found, at = (None, 0) if name in texts else _numbers_of(values)
        if found is None and name in asked:
            _refuse(name, values, at, edge)
        names_a_cost = name not in texts and _names_a_cost(library_names.get(name, name))
        if found is None or (name not in asked and not names_a_cost and _are_codes(library_names.get(name, name), values)):
            if not all(map(is_missing, values)):
                made.texts[name] = values
                if names_a_cost:
                    mixed[name] = at
        elif len(found) == 0 or found.dtype.kind != "f" or not np.isnan(found).all():
            made.columns[name] = found
            if _are_spans(values):
                made.units[name] = units.get(name) or "s"
                made.columns[name] = _in_unit(name, found, made.units[name])
        elif name in asked:
            raise InvalidArgument(f"`{name}`: no edge has a number")
        elif any(isinstance(one, str) for one in values):
            made.texts[name] = values
    _refuse_mixed_cost(made, mixed, library_names, edge)
    return made


def _refuse_mixed_cost(made: Attributes, mixed: dict[str, int], library_names: Mapping[str, str],
                       edge: Callable[[int], str]) -> None:
    """Raises if the attribute that would be the cost by its name mixes numbers and other texts."""
    while mixed:
        own = {library_names.get(name, name): name for name in [*made.columns, *mixed]}
        usual = own.get(_usual_cost(own) or "", "")
        if usual not in mixed:
            return
        values = made.texts[usual]
        if any(not is_missing(one) and one != "" and number_of(one) is not None for one in values):
            _refuse(usual, values, mixed[usual], edge)
        del mixed[usual]


# ---- for the conversion back

#: Attributes that networks have themselves.
_of_graph = {"allways", "crs"}
_of_nodes = {"x", "y", "no_through", "may_turn_round"}


class GraphAttributes(NamedTuple):
    """Attributes as NetworkX has them; those of nodes are found by the network's node ids."""

    graph: dict[str, Any]
    nodes: dict[Any, dict[str, Any]]
    #: Values of edges that are no texts, such as lists, by the name of their column and the text that it has for them.
    values: Mapping[str, Mapping[str, Any]] = {}

    @classmethod
    def of(cls, graph: Any, node_ids: np.ndarray) -> GraphAttributes:
        nodes = {}
        for one, (_, data) in zip(node_ids.tolist(), graph.nodes(data=True)):
            kept = {name: value for name, value in data.items() if name not in _of_nodes}
            if kept:
                nodes[one] = kept
        return cls({name: value for name, value in graph.graph.items() if name not in _of_graph}, nodes)

    @classmethod
    def of_frame(cls, nodes: Any) -> GraphAttributes:
        """The attributes in a frame of nodes, whose index has the ids."""
        geometry = getattr(nodes, "_geometry_column_name", None)
        names = [name for name in nodes.columns if name not in _of_nodes and name not in (geometry, "geometry")]
        if not names:
            return cls({}, {})
        rows = zip(*(nodes[name].tolist() for name in names))
        return cls({}, {one: dict(zip(names, row)) for one, row in zip(nodes.index.tolist(), rows)})

    def with_values(self, columns: Mapping[str, Iterable]) -> GraphAttributes:
        """Keeps the values of edges in columns that became texts."""
        values = {}
        for name, given in columns.items():
            texts: set[str] = set()
            others: dict[str, Any] = {}
            for one in given:
                if isinstance(one, str):
                    texts.add(one)
                elif not is_missing(one):
                    others.setdefault(plain_text(one), one)
            if kept := {text: one for text, one in others.items() if text not in texts}:
                values[name] = kept
        return self._replace(values=values)

    def restored(self, name: str, texts: np.ndarray) -> np.ndarray:
        """The values of edges from which a column of texts was made."""
        known = self.values.get(name)
        if not known:
            return texts
        made = np.empty(len(texts), object)
        for at, text in enumerate(texts.tolist()):
            made[at] = known.get(text, text)
        return made

    def columns(self, node_ids: np.ndarray) -> dict[str, list]:
        """The attributes of nodes as columns; None for nodes without a value."""
        names = dict.fromkeys(name for data in self.nodes.values() for name in data)
        return {name: [self.nodes.get(one, {}).get(name) for one in node_ids.tolist()] for name in names}

    def of_node(self, one: Any) -> dict[str, Any]:
        return dict(self.nodes.get(one, {}))


class Origin(NamedTuple):
    """What a network has of its source beside the library's network."""

    reading: _core.ReadOptions | None = None  # of a network from a file whose arcs without a cost are no intention
    beside: GraphAttributes = GraphAttributes({}, {})
    told: tuple[str, list[tuple[str, str]]] | None = None  # source and notes, where the library read another file in its place

    def after(self, core: _core.Network) -> Origin:
        """That of a network that was made from this one."""
        if self.told is None:
            return self
        added = {"source", "source_format"} - dict(self.told[1]).keys()  # by the file that was read
        return self._replace(told=(self.told[0], [note for note in core.notes if note[0] not in added]))
