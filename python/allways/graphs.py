# SPDX-License-Identifier: Apache-2.0
"""Networks from and to NetworkX, OSMnx, GeoPandas, pandas and SciPy."""

from __future__ import annotations

import ast
import itertools
import json
import os
import tempfile
from typing import TYPE_CHECKING, Any, Iterable, Mapping, NamedTuple, Sequence

import numpy as np

from . import _core, arrays, attributes as edge_attributes, files, ids, turn_rules
from .attributes import GraphAttributes, Origin
from .callbacks import take_log_line
from .errors import InvalidArgument, is_many
from .faces import face_of
from .libraries import geopandas, networkx, pandas, shapely, sparse
from .options import EdgeListOptions, own_names, take, with_cost
from .places import agreed_crs

if TYPE_CHECKING:
    from .network import Network

_no_shape = np.uint32(2**32 - 1)



class _Known(NamedTuple):
    """What attributes of a source mean: the library's names where they are others, units, and digits of computed ones."""

    names: Mapping[str, str] = {}
    units: Mapping[str, str] = {}
    digits: Mapping[str, int] = {}


# The note "field_names" keeps OSMnx's names, under which the attributes are shown and returned. Computed lengths and times
# are rounded to the millimetre and the millisecond, so that sums are exact.
_osmnx = _Known({"travel_time": "time", "speed_kph": "free_speed", "highway": "facility_type"},
                {"length": "m", "travel_time": "s", "speed_kph": "km/h"}, {"length": 3, "travel_time": 3})
# Units of the library's own columns, for frames that state none.
_library = _Known(units={"length": "m", "time": "s", "free_speed": "km/h"})


class _Edges(NamedTuple):
    """Edges of a graph or frame, before undirected ones become two arcs."""

    tail: np.ndarray
    head: np.ndarray
    ids: tuple[Sequence, Sequence]  # of both ends
    keys: Sequence | None  # by which turn rules know parallel edges
    attributes: Mapping[str, Any]
    directed: bool
    carried: Any  # the text of _carried_text()
    lines: Sequence | None
    may_turn_round: np.ndarray | None


def _lines_as_shapes(lines: Sequence, line_of_arc: np.ndarray, backward: np.ndarray) -> Any:
    """Converts Shapely lines (or None) to the library's shapes; None if no line is given."""
    every = np.empty(len(lines), dtype=object)
    every[:] = [None if edge_attributes.is_missing(one) else one for one in lines]
    if (others := [one for one in every if one is not None and not isinstance(one, shapely.Geometry)]):
        raise InvalidArgument(f"`geometry` of edges: expected Shapely lines, found {others[0]!r}; make them with "
                              "shapely.from_wkt()")
    has_line = ~(shapely.is_missing(every) | shapely.is_empty(every))
    if not has_line.any():
        return None
    kinds = {one.geom_type for one in every[has_line]} - {"LineString"}
    if kinds:
        raise InvalidArgument(f"edges are LineStrings, not {', '.join(sorted(kinds))}; explode or merge them first")
    kept = every[has_line]
    first = np.concatenate([[0], np.cumsum(shapely.get_num_coordinates(kept))]).astype(np.uint64)
    shape_of_line = np.full(len(lines), _no_shape)
    shape_of_line[has_line] = np.arange(len(kept), dtype=np.uint32)
    return (first, np.ascontiguousarray(shapely.get_coordinates(kept)), np.ascontiguousarray(shape_of_line[line_of_arc]),
            np.ascontiguousarray(backward, dtype=np.uint8))


class _Carried(NamedTuple):
    """Data of a network, besides nodes and edges, that a graph or frame of :meth:`allways.Network.to_networkx`
    keeps."""

    units: dict[str, str]
    digits: dict[str, int]  # digits after the point that count, for computed columns
    notes: list[tuple[str, str]]
    texts: frozenset[str]  # names of columns that are texts even if all are digits
    has_reversed: bool  # the attribute "reversed" has the library's marks, not those of the source graph

    @property
    def names(self) -> dict[str, str]:
        """The library's names of attributes that had other names in the source."""
        return {came: name for name, came in json.loads(dict(self.notes).get("field_names", "{}")).items()}

    @classmethod
    def read(cls, text: Any) -> _Carried:
        kept = json.loads(text) if isinstance(text, str) else {}
        columns = kept.get("columns", {})
        return cls({name: one["unit"] for name, one in columns.items() if one.get("unit")},
                   {name: one["digits"] for name, one in columns.items() if one.get("digits") is not None},
                   [(key, value) for key, value in kept.get("notes", [])], frozenset(kept.get("texts", ())),
                   kept.get("reversed", True))


def _carried_text(network: Any) -> str:
    names = own_names(network)
    columns = {names.get(name, name): {"unit": unit, "digits": digits} for name, unit, digits in network._core.columns}
    return json.dumps({"columns": columns, "texts": network.text_names, "reversed": bool(network.reversed.any()),
                       "notes": network._notes}, ensure_ascii=False)


def _make(edges: _Edges, known: _Known, asked: Mapping[str, str], tuples: bool = False,
          **rest: Any) -> _core.Network:
    """Makes a network from edges. Undirected edges become two arcs that share an id; the second runs against the line. `asked` has
    the units that the caller stated."""
    tail, head, (begins, finishes), keys, attributes, directed, carried, lines, may_turn_round = edges
    m = len(tail)
    kept = _Carried.read(carried)
    names = {own: name for own, name in {**kept.names, **known.names}.items() if name not in attributes}
    edge = np.arange(m) if directed else np.repeat(np.arange(m), 2)
    backward = np.zeros(m, bool) if directed else np.tile([False, True], m)
    attributes = dict(attributes)
    rules = attributes.pop("turn_rules", None)
    zones = attributes.pop("destination_only", None)
    arc_ids = attributes.pop("arc", None)
    reversed_arcs = attributes.pop("reversed", None) if arc_ids is not None and kept.has_reversed else None
    every_unit = {**kept.units, **known.units, **asked}
    columns, texts, spans = edge_attributes.split(
        attributes, units=every_unit, asked=asked, texts=kept.texts | {"key"}, library_names=names,
        edge=lambda at: f"edge ({begins[at]!r}, {finishes[at]!r})")
    unknown = set(asked) - set(columns)
    if unknown:
        raise InvalidArgument(f"`units`: no attribute '{sorted(unknown)[0]}' on any edge; there are: "
                              f"{', '.join([*columns, *texts]) or 'none'}")
    types = {name: kind for name in columns if (kind := _type_of(attributes[name]))}
    if not columns:
        columns = {"cost": np.ones(m)}
        if m > 0:
            found = f"; there are texts only: {', '.join(list(texts)[:10])}" if texts else ""
            take_log_line(2, f"the edges have no attribute of numbers, so each costs 1{found}")
    of_arc = lambda values: np.asarray(values)[edge] if isinstance(values, np.ndarray) else [values[at] for at in edge]
    named = lambda values: {names.get(name, name): of_arc(one) for name, one in values.items()}
    source_names = {names[name]: name for name in [*columns, *texts] if names.get(name, name) != name}
    notes = dict(kept.notes)
    if tuples:
        notes["node_keys"] = "tuples"
    if types:
        notes["field_types"] = json.dumps(types)
    if source_names:
        notes["field_names"] = json.dumps(source_names)
    every_unit.update(spans)
    kept_digits = {name: digits for name, digits in kept.digits.items() if every_unit.get(name) == kept.units.get(name)}
    every_digits = {**kept_digits, **known.digits}
    tails, heads = np.where(backward, head[edge], tail[edge]), np.where(backward, tail[edge], head[edge])

    def arc_at() -> dict[tuple, int]:
        named = []
        for at, turned in zip(edge.tolist(), backward.tolist()):
            tail_id, head_id = (finishes[at], begins[at]) if turned else (begins[at], finishes[at])
            named.append(turn_rules.edge_key(tail_id, head_id, keys[at] if keys is not None else 0))
        forward = np.argsort(backward, kind="stable").tolist()  # of a pair of edges with the same name, the last one counts
        return {named[arc]: arc for arc in forward}

    return arrays.make(
        tails, heads, named(columns),
        units={names.get(name, name): unit for name, unit in every_unit.items() if name in columns},
        resolutions={names.get(name, name): digits for name, digits in every_digits.items() if name in columns},
        texts={name: list(values) for name, values in named(texts).items()},
        arc_ids=edge + 1 if arc_ids is None else of_arc(_filled(arc_ids)),
        reversed=backward if not directed else None if reversed_arcs is None else _marks(of_arc(reversed_arcs)),
        shapes=None if lines is None else _lines_as_shapes(lines, edge, backward), notes=list(notes.items()),
        turns=turn_rules.read(rules, np.flatnonzero(~backward), arc_at, (tails, heads),
                              None if zones is None else _marks(of_arc(zones)), may_turn_round), **rest)


def _type_of(values: Any) -> str:
    """"int", "bool" or "text" (of integers) if all values of a column that the library keeps as numbers have that type;
    else ""."""
    if isinstance(values, np.ndarray):
        return {"i": "int", "u": "int", "b": "bool"}.get(values.dtype.kind, "")
    kinds = {type(one) for one in values if not edge_attributes.is_missing(one)}
    if kinds == {str}:
        texts = (one for one in values if not edge_attributes.is_missing(one))
        return "text" if all(one.isascii() and one.isdigit() and str(int(one)) == one for one in texts) else ""
    return "bool" if kinds <= {bool, np.bool_} else "int" if kinds <= {int, np.int64, np.int32} else ""


def _filled(arc_ids: Sequence) -> list:
    """Ids of arcs. Edges that were added to a graph have no id and get the next numbers."""
    is_missing = edge_attributes.is_missing
    given = [one for one in arc_ids if not is_missing(one)]
    last = max((int(one) for one in given if str(one).isdigit()), default=0)
    fresh = itertools.count(last + 1)
    return [next(fresh) if is_missing(one) else int(one) if isinstance(one, float) else one for one in arc_ids]


def _marks(values: Iterable) -> np.ndarray:
    """True for marks that are set; None and NaN are not set."""
    return np.array([not edge_attributes.is_missing(one) and bool(one) for one in values], bool)


def _node_marks(marks: Sequence) -> np.ndarray | None:
    """Marks of nodes; None if no node has the attribute."""
    return None if all(one is None for one in marks) else _marks(marks)


Made = tuple[_core.Network, Origin]


def from_networkx(graph: Any, asked: Mapping[str, str], crs: Any, known: _Known = _Known()) -> Made:
    """Make a network from a NetworkX graph.

    Nodes keep their order; their keys become ids, texts unless all are integers. Keys that are pairs of numbers, as in
    grids, are also the coordinates if no others are given. Attributes of edges become columns (numbers) and texts;
    edges that lack an attribute have no value. Numbers may be given as texts, as nx.read_graphml() leaves them, except
    identifiers such as "007"; time spans are in seconds, or in the unit that the caller states. A value that is not a
    number is an error if the caller states a unit for the attribute, or if the attribute is the cost by its name. If no
    edge has a number, each edge costs 1, as in NetworkX, with a warning.

    ``geometry`` gives the lines, ``x`` and ``y`` (or ``pos``) of nodes the coordinates, and ``graph.graph["crs"]``
    their reference system. ``no_through`` marks nodes that paths do not pass; the attributes of
    :mod:`allways.turn_rules` are turn rules. Edges of undirected graphs become arcs in both directions; parallel edges
    are kept.
    """
    if not hasattr(graph, "is_multigraph"):
        raise InvalidArgument(f"expected a NetworkX graph, found {type(graph).__name__}")
    keys = list(graph.nodes)
    at = {key: position for position, key in enumerate(keys)}
    if graph.is_multigraph():
        edges = [(u, v, key, data) for u, v, key, data in graph.edges(keys=True, data=True)]
    else:
        edges = [(u, v, 0, data) for u, v, data in graph.edges(data=True)]
    found = {name: None for *_, data in edges for name in data}
    attributes = {str(name): [data.get(name) for *_, data in edges] for name in found if name != "geometry"}
    count: dict = {}
    ordinal = [count.setdefault((u, v), []).append(1) or len(count[u, v]) - 1 for u, v, *_ in edges]
    if any(key != expected for (_, _, key, _), expected in zip(edges, ordinal)):
        attributes["key"] = [str(key) for _, _, key, _ in edges]
    of_nodes = [data for _, data in graph.nodes(data=True)]
    places = [_place_of(data) for data in of_nodes]
    if keys and all(place[0] is None for place in places) and all(map(_is_place, keys)):
        places = keys
    integers = all(isinstance(key, (int, np.integer)) and not isinstance(key, bool) for key in keys)
    core = _make(
        _Edges(np.array([at[u] for u, *_ in edges], np.int64), np.array([at[v] for _, v, *_ in edges], np.int64),
               ([u for u, *_ in edges], [v for _, v, *_ in edges]), [key for _, _, key, _ in edges], attributes,
               graph.is_directed(), graph.graph.get("allways"),
               [data.get("geometry") for *_, data in edges] if "geometry" in found else None,
               _node_marks([data.get("may_turn_round") for data in of_nodes])),
        known, asked, bool(keys) and all(isinstance(key, tuple) for key in keys), nodes=len(keys),
        node_ids=np.array(keys, np.int64) if integers else ids.texts(keys),
        coordinates=np.array(places, np.float64).reshape(-1, 2) if any(place[0] is not None for place in places) else None,
        crs=agreed_crs(crs, graph.graph.get("crs"), "the graph"), source="NetworkX",
        no_through=_no_through([data.get("no_through", 0) for data in of_nodes]))
    beside = GraphAttributes.of(graph, ids.public(core.node_ids))
    return core, Origin(beside=beside.with_values({name: [data.get(name) for *_, data in edges] for name in _text_names(core)}))


def _text_names(core: _core.Network) -> list[str]:
    """The names of the columns of texts in their source."""
    names = own_names(core)
    return [names.get(name, name) for name in core.texts]


def _is_place(key: Any) -> bool:
    return isinstance(key, tuple) and len(key) == 2 and all(
        isinstance(one, (int, float, np.integer, np.floating)) and not isinstance(one, bool) for one in key)


def _no_through(marks: Sequence) -> np.ndarray | None:
    """1 for centroids, 2 for barriers; None if no node has a mark."""
    values = np.array([0 if edge_attributes.is_missing(mark) else int(mark) for mark in marks], np.uint8)
    return values if values.any() else None


def _place_of(data: Mapping[str, Any]) -> tuple:
    if "x" in data and "y" in data:
        return data["x"], data["y"]
    return tuple(data["pos"][:2]) if "pos" in data else (None, None)


def from_osmnx(graph: Any) -> Made:
    """As from_networkx(), with the meanings and units of OSMnx's attributes, which keep their names."""
    return from_networkx(graph, {}, None, _osmnx)


def from_csgraph(graph: Any, name: str = "cost", unit: str = "", node_ids: Any = None) -> _core.Network:
    """Make a network from a scipy.sparse matrix: see :meth:`allways.Network.from_csgraph`."""
    arrays.check_units({name: unit})
    if not hasattr(graph, "tocsr"):
        raise InvalidArgument(f"expected a scipy.sparse matrix, found {type(graph).__name__}; allways.solve() takes dense "
                              "arrays, and scipy.sparse.csr_array(…) makes a sparse matrix of them, without their zeros")
    rows = graph.tocsr()
    if rows.shape[0] != rows.shape[1]:
        raise InvalidArgument(f"a graph has as many rows as columns; found {rows.shape}")
    tail = np.repeat(np.arange(rows.shape[0], dtype=np.uint32), np.diff(rows.indptr))
    return arrays.make(tail, rows.indices, {name: rows.data}, units={name: unit}, nodes=rows.shape[0], node_ids=node_ids)


def from_edgelist(edges: Any, options: Mapping[str, Any], known: _Known = _Known()) -> Made:
    """Make a network from a data frame with one row for each edge.

    Nodes are the ids in `source` and `target`, sorted, or the index of `nodes`: a GeoDataFrame of points, or a
    DataFrame with columns x and y. Columns of numbers and texts are kept, or only those named in `columns`. Numbers are
    recognised as in from_networkx(). Columns of :mod:`allways.turn_rules` are turn rules.
    """
    source, target, columns, units, directed, nodes, crs = vars(take(EdgeListOptions, options)[0]).values()
    arrays.check_units(units)
    columns = [columns] if isinstance(columns, str) else columns
    edges, nodes = ids.pandas_of(edges), ids.pandas_of(nodes)
    if not hasattr(edges, "itertuples"):
        raise InvalidArgument(f"expected a DataFrame of edges, found {type(edges).__name__}")
    if nodes is not None and not hasattr(nodes, "columns"):
        raise InvalidArgument(f"`nodes`: expected a DataFrame or a GeoDataFrame of points, found {type(nodes).__name__}")
    for name in (source, target):
        if name not in edges.columns:
            raise InvalidArgument(f"no column '{name}'; there are: {', '.join(map(str, edges.columns))}")
    if edges[source].isna().any() or edges[target].isna().any():
        raise InvalidArgument(f"rows without '{source}' or '{target}'; drop them first")
    if columns is not None and not is_many(columns):
        raise InvalidArgument(f"`columns`: expected names of columns, found {columns!r}")
    unknown = [name for name in (() if columns is None else columns) if name not in edges.columns]
    if unknown:
        raise InvalidArgument(f"`columns`: no column '{unknown[0]}'; there are: {', '.join(map(str, edges.columns))}")
    geometry = getattr(edges, "_geometry_column_name", None)
    lines = edges.geometry.to_numpy() if geometry in edges.columns else None
    kept = [name for name in edges.columns if name not in (source, target, geometry, "geometry")
            and (columns is None or name in columns or name in turn_rules.of_edges)]
    attributes = {str(name): _values(edges[name]) for name in kept}
    keys = attributes.get("key")
    if isinstance(keys, np.ndarray) and keys.dtype.kind in "iu":
        attributes.pop("key")
    if nodes is None:
        all_ids = pandas.unique(pandas.concat([edges[source], edges[target]], ignore_index=True))
        index = pandas.Index(all_ids).sort_values() if len({type(one) for one in all_ids}) == 1 else pandas.Index(all_ids)
        places = no_through = turning = None
    else:
        index, places, crs = nodes.index, *_places_of_nodes(nodes, crs)
        no_through = _no_through(nodes["no_through"].tolist()) if "no_through" in nodes.columns else None
        turning = _marks(nodes["may_turn_round"]) if "may_turn_round" in nodes.columns else None
    core = _make(
        _Edges(_positions(index, edges[source]), _positions(index, edges[target]),
               (edges[source].tolist(), edges[target].tolist()), keys, attributes, directed, edges.attrs.get("allways"), lines,
               turning), known, units or {}, nodes=len(index), node_ids=index.to_numpy(), coordinates=places,
        crs=agreed_crs(crs, getattr(edges, "crs", None), "the frame of edges"), source="edges", no_through=no_through)
    return core, _origin_of(core, nodes, edges)


def _origin_of(core: _core.Network, nodes: Any, edges: Any) -> Origin:
    beside = GraphAttributes({}, {}) if nodes is None else GraphAttributes.of_frame(nodes)
    return Origin(beside=beside.with_values({name: edges[name].tolist() for name in _text_names(core) if name in edges.columns}))


def _positions(index: Any, wanted: Any) -> np.ndarray:
    found = index.get_indexer(wanted)
    if (found < 0).any():
        raise InvalidArgument(f"an edge ends at node {np.asarray(wanted)[(found < 0).argmax()]!r}, which is not among the nodes")
    return found


def _values(column: Any) -> Any:
    """A column of a data frame: numbers as an array, other values as a list."""
    if isinstance(column.dtype, np.dtype) and column.dtype.kind in "fiubm":
        return column.to_numpy()
    if column.dtype.kind == "M":
        return column.astype(str).tolist()
    return [None if edge_attributes.is_missing(one) else one for one in column.tolist()]


def _places_of_nodes(nodes: Any, crs: Any) -> tuple:
    if hasattr(nodes, "geometry") and hasattr(nodes, "crs"):
        return np.column_stack([nodes.geometry.x, nodes.geometry.y]), agreed_crs(crs, nodes.crs, "the frame of nodes")
    if {"x", "y"} <= set(nodes.columns):
        return nodes[["x", "y"]].to_numpy(np.float64), crs
    return None, crs


def from_geodataframes(nodes: Any, edges: Any, source: str, target: str, units: Mapping[str, str], directed: bool) -> Made:
    """Make a network from GeoDataFrames: nodes with their ids as index, edges with (u, v, key) as index or columns.

    Without a column of numbers, edges get their length in metres from their lines. Frames of OSMnx, recognised by a
    column "osmid", are read as OSMnx's graphs.
    """
    for frame, what in ((nodes, "nodes"), (edges, "edges")):
        if not hasattr(frame, "geometry") or not hasattr(frame, "to_crs"):
            raise InvalidArgument(f"expected a GeoDataFrame of {what}, found {type(frame).__name__}")
    carried, given = edges.attrs.get("allways"), edges
    if source not in edges.columns:
        names = [name for name in edges.index.names if name is not None]
        if edges.index.nlevels < 2 or source not in names:
            raise InvalidArgument(f"edges have their ends in columns or index levels '{source}' and '{target}'")
        edges = edges.reset_index()
    if nodes.crs != edges.crs:
        raise InvalidArgument("nodes and edges have different reference systems; convert one with to_crs()")
    known = _osmnx if "osmid" in edges.columns else _library if carried is None else _Known()
    no_cost = (source, target, "key", "arc", "reversed", *turn_rules.of_edges)
    if not any(edges[name].dtype.kind in "fi" for name in edges.columns if name not in no_cost):
        edges = edges.assign(length=_lengths(edges))
        known = known._replace(units={**known.units, "length": "m"}, digits={**known.digits, "length": 3})
    if carried is not None:
        edges = edges.copy(deep=False)
        edges.attrs["allways"] = carried
    core, _ = from_edgelist(edges, {"source": source, "target": target, "units": units, "directed": directed, "nodes": nodes}, known)
    return core, _origin_of(core, nodes, given)


def _lengths(edges: Any) -> np.ndarray:
    if edges.crs is not None and edges.crs.is_geographic:
        globe = edges.crs.get_geod()
        return np.array([globe.geometry_length(line) for line in edges.geometry])
    factor = edges.crs.axis_info[0].unit_conversion_factor if edges.crs is not None else 1
    return edges.geometry.length.to_numpy() * factor


def read_lines(lines: Any, progress: Any, options: Mapping[str, Any]) -> Any:
    """Make a network from a GeoDataFrame of lines: it is written to a file of lines, which is then read."""
    geometry = getattr(lines, "geometry", None)
    if geometry is None or not hasattr(lines, "to_file"):
        raise InvalidArgument(f"expected a GeoDataFrame of lines, found {type(lines).__name__}")
    others = set(geometry.geom_type.dropna()) - {"LineString", "MultiLineString"}
    if others:
        raise InvalidArgument(f"roads are lines, not {', '.join(sorted(others))}; extract or explode them first")
    if options.get("crs") not in (None, "", "none"):
        agreed_crs(options["crs"], lines.crs, "the GeoDataFrame")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "lines.gpkg")
        lines.to_file(path, driver="GPKG")
        return files.read_network(path, progress=progress, **options)


def lines_of(network: Any) -> np.ndarray:
    """The line of each arc in its direction of travel; straight if the arc has no shape."""
    at = network.coordinates
    straight = np.stack([at[network.tail], at[network.head]], axis=1)
    shapes = network._core.shapes
    if shapes is None:
        return shapely.linestrings(straight)
    first, points, shape_of_arc, backward = shapes
    made = shapely.linestrings(points, indices=np.repeat(np.arange(len(first) - 1), np.diff(first).astype(np.int64)))
    shaped = shape_of_arc != _no_shape
    lines = np.empty(network.arc_count, dtype=object)
    lines[~shaped] = shapely.linestrings(straight[~shaped])
    lines[shaped] = made[shape_of_arc[shaped]]
    turned = shaped & (backward != 0)
    lines[turned] = shapely.reverse(lines[turned])
    return lines


def _keys(network: Any) -> list:
    """Keys that distinguish parallel arcs: the texts "key" of the source graph, else 0, 1, …."""
    ends = pandas.DataFrame({"u": network.tail, "v": network.head})
    if "key" in network._core.texts:
        keys = network.text("key").tolist()
        if not ends.assign(key=keys).duplicated().any():
            return [int(key) if key.isdigit() else key for key in keys]
    return ends.groupby(["u", "v"]).cumcount().tolist()


def _node_keys(network: Any) -> list:
    """The ids of nodes; tuples if the source graph had tuples."""
    keys = network.node_ids.tolist()
    return [ast.literal_eval(one) for one in keys] if network.notes.get("node_keys") == "tuples" else keys


def edge_fields(network: Any, keys: Sequence) -> dict[str, Any]:
    """Columns and texts of arcs under the names of their source, and their turn rules."""
    nodes = network.node_ids.tolist()
    tail, head = network.tail.tolist(), network.head.tolist()
    types = json.loads(network.notes.get("field_types", "{}"))
    fields: dict[str, Any] = {name: _typed(network.column(name), types.get(name)) for name in network.column_units}
    fields.update({name: network._origin.beside.restored(name, network.text(name)) for name in network.text_names})
    if network.reversed.any():
        fields["reversed"] = network.reversed
    texts = turn_rules.texts_of(network._core, lambda arc: (nodes[tail[arc]], nodes[head[arc]], keys[arc]))
    zones, _ = turn_rules.marks_of(network._core)
    if texts is not None:
        fields["turn_rules"] = np.array(texts, object)
    if zones is not None:
        fields["destination_only"] = zones
    return fields


def _typed(numbers: np.ndarray, kind: str | None) -> np.ndarray:
    """Numbers as integers, booleans or texts if their source had these; integers with missing values stay floats."""
    if kind == "text":
        return np.array(["" if np.isnan(one) else str(int(one)) for one in numbers.tolist()], object)
    if kind is None or np.isnan(numbers).any():
        return numbers
    return numbers.astype({"int": np.int64, "bool": np.bool_}[kind])


def node_fields(network: Any) -> dict[str, Any]:
    """Marks of nodes."""
    fields: dict[str, Any] = {}
    if network.no_through.any():
        fields["no_through"] = network._core.no_through
    _, turning = turn_rules.marks_of(network._core)
    if turning is not None:
        fields["may_turn_round"] = turning
    return fields


def to_geodataframes(network: Network) -> tuple[geopandas.GeoDataFrame, geopandas.GeoDataFrame]:
    """(nodes, edges): GeoDataFrames indexed by id and by (u, v, key), with all columns, texts, lines and turn rules.

    :meth:`from_geodataframes` restores the same network. Turn rules are texts of edges, as
    :mod:`allways.turn_rules` describes; units are in ``edges.attrs``.
    """
    if len(network.coordinates) == 0:
        raise InvalidArgument("the network has no coordinates; use to_pandas()")
    x, y = network.coordinates.T
    crs = network.crs or None
    fields = {"x": x, "y": y, **node_fields(network), **network._origin.beside.columns(network.node_ids)}
    nodes = geopandas.GeoDataFrame(fields, index=pandas.Index(network.node_ids, name="id"),
                                   geometry=geopandas.points_from_xy(x, y), crs=crs)
    keys = _keys(network)
    names = network.node_ids
    arcs = pandas.DataFrame({"u": names[network.tail], "v": names[network.head], "key": keys, "arc": network.arc_ids,
                             **{name: values for name, values in edge_fields(network, keys).items() if name != "key"}})
    edges = geopandas.GeoDataFrame(arcs.set_index(["u", "v", "key"]), geometry=lines_of(network), crs=crs)
    edges.attrs["allways"] = _carried_text(network)
    return nodes, edges


def to_networkx(network: Network) -> networkx.MultiDiGraph:
    """Convert to a networkx.MultiDiGraph with node ids as keys, x, y, columns, texts, geometry and turn rules.

    :meth:`from_networkx` restores the same network. NetworkX's own algorithms ignore the turn rules. Further
    attributes that the source graph and its nodes had are restored, unless the network was written to a file.
    """
    graph = networkx.MultiDiGraph()
    graph.graph.update(network._origin.beside.graph)
    graph.graph["allways"] = _carried_text(network)
    if network.crs:
        graph.graph["crs"] = network.crs
    nodes = _node_keys(network)
    has_places = len(network.coordinates) > 0
    marks = {name: values.tolist() for name, values in node_fields(network).items()}
    for at, (node, node_id) in enumerate(zip(nodes, network.node_ids.tolist())):
        data = network._origin.beside.of_node(node_id)
        data.update({name: values[at] for name, values in marks.items() if values[at] or name == "may_turn_round"})
        if has_places and np.isfinite(network.coordinates[at]).all():
            data["x"], data["y"] = network.coordinates[at].tolist()
        graph.add_node(node, **data)
    keys = _keys(network)
    fields = {name: values.tolist() for name, values in edge_fields(network, keys).items() if name != "key"}
    fields["arc"] = network.arc_ids.tolist()
    shapes: Any = network._core.shapes
    lines = lines_of(network) if has_places and shapes is not None else None
    for arc, (tail, head) in enumerate(zip(network.tail.tolist(), network.head.tolist())):
        data = {name: values[arc] for name, values in fields.items() if values[arc] == values[arc] and values[arc] != ""}
        if lines is not None and shapes[2][arc] != _no_shape:
            data["geometry"] = lines[arc]
        graph.add_edges_from([(nodes[tail], nodes[head], keys[arc], data)])
    return graph


def lost_in_csgraph(network: Any) -> list[str]:
    """What a matrix cannot express of the network although distances depend on it."""
    lost = []
    blocked = int(np.count_nonzero(network.no_through))
    if blocked:
        lost.append(f"{blocked} no-through nodes")
    if network._core.turns is not None:
        rules = turn_rules.Rules(*network._core.turns)
        count = len(rules.mandatory) + len(rules.price_from)
        lost += [f"{count} turn rules"] if count else []
        lost += ["the streets for destinations only"] if len(rules.destination_only) else []
        lost += ["where paths may turn round"] if len(rules.may_turn_round) else []
    return lost


def to_csgraph(network: Network, cost: str = "", *, lossy: bool = False) -> sparse.csr_array:
    """Convert the costs to a scipy.sparse.csr_array, with the cheapest of parallel arcs and without arcs that have
    no cost.

    Raises
    ------
    InvalidArgument
        If the network has turn rules or no-through nodes, which a matrix cannot express, unless `lossy` is set.
    """
    lost = lost_in_csgraph(network)
    if lost and not lossy:
        raise InvalidArgument(f"a sparse matrix cannot hold {', '.join(lost)}, without which distances change; leave that "
                              "out with lossy=True")
    network, cost = with_cost(network, cost)
    values = network.column(cost or own_names(network).get(network._core.default_cost, network._core.default_cost))
    used = np.flatnonzero(~np.isnan(values))
    order = used[np.lexsort((values[used], network.head[used], network.tail[used]))]
    tail, head = network.tail[order].astype(np.int64), network.head[order].astype(np.int64)
    first = np.ones(len(order), bool)
    first[1:] = (tail[1:] != tail[:-1]) | (head[1:] != head[:-1])
    n = network.node_count
    indptr = np.concatenate([[0], np.cumsum(np.bincount(tail[first], minlength=n))])
    return sparse.csr_array((values[order][first], head[first], indptr), shape=(n, n))


def as_problem(source: Any) -> Any:
    """Converts the caller's value to a network or matrix.

    Accepts networks and matrices; GeoDataFrames of lines; scipy.sparse matrices (entries are arcs, also explicit
    zeros); NetworkX graphs, and OSMnx graphs with their names and units; square arrays and data frames of direct costs;
    names of files.
    """
    if isinstance(getattr(source, "_core", None), (_core.Network, _core.Matrix)):
        return source
    if hasattr(source, "tocsr"):
        return face_of(from_csgraph(source))
    if hasattr(source, "is_multigraph"):
        made_by_osmnx = str(source.graph.get("created_with", "")).startswith("OSMnx")
        return checked(*(from_osmnx(source) if made_by_osmnx else from_networkx(source, {}, None)))
    if isinstance(source, (str, os.PathLike)):
        return as_problem(files.read(source))
    if hasattr(source, "geometry") and hasattr(source, "crs"):
        return read_lines(source, None, {})
    if isinstance(source, (np.ndarray, list, tuple)) or hasattr(source, "to_numpy"):
        return face_of(arrays.matrix(source))
    raise InvalidArgument(f"expected a network or a matrix of costs, found {type(source).__name__}")


def checked(core: _core.Network, origin: Origin = Origin(), kind: Any = face_of) -> Any:
    """The network, whose reference system a caller stated; raises InvalidArgument for an unknown system."""
    if core.crs:
        _core.positions(np.empty((0, 2)), "", core)
    return kind(core, origin)
