"""Networks from and to NetworkX, OSMnx, GeoPandas, pandas and SciPy."""

from __future__ import annotations

from typing import Any, Mapping, Sequence

import numpy as np

from . import _core, arrays
from .errors import InvalidArgument

_no_shape = np.uint32(2**32 - 1)

# OSMnx' names of what the library has under names of its own.
_osmnx_names = {"travel_time": "time", "speed_kph": "free_speed", "highway": "facility_type"}
_osmnx_units = {"length": "m", "time": "s", "free_speed": "km/h"}
# Lengths and times that were computed: digits beyond the millimetre and the millisecond are rounded off, so that sums are
# exact.
_computed = {"length": 3, "time": 3}


def _lines_as_shapes(lines: Sequence, line_of_arc: np.ndarray, backward: np.ndarray) -> Any:
    """Shapely lines (or None) as the library's shapes; None if there is none."""
    import shapely

    every = np.asarray(lines, dtype=object)
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


def _make(tail: np.ndarray, head: np.ndarray, attributes: Mapping[str, Any], directed: bool, *, units: Mapping[str, str],
          lines: Sequence | None = None, **rest: Any) -> _core.Network:
    """A network from edges; undirected ones are two arcs that share an id, the second against its line."""
    m = len(tail)
    edge = np.arange(m) if directed else np.repeat(np.arange(m), 2)
    backward = np.zeros(m, bool) if directed else np.tile([False, True], m)
    columns, texts = arrays.split_attributes(attributes)
    if not columns:
        columns = {"cost": np.ones(m)}
    of_arc = lambda values: np.asarray(values)[edge] if isinstance(values, np.ndarray) else [values[at] for at in edge]
    return arrays.make(
        np.where(backward, head[edge], tail[edge]), np.where(backward, tail[edge], head[edge]),
        {name: of_arc(values) for name, values in columns.items()},
        units={name: unit for name, unit in units.items() if name in columns},
        texts={name: of_arc(list(values)) for name, values in texts.items()},
        arc_ids=edge + 1, reversed=None if directed else backward,
        shapes=None if lines is None else _lines_as_shapes(lines, edge, backward), **rest)


def from_networkx(graph: Any, units: Mapping[str, str], crs: Any, names: Mapping[str, str] = {},
                  resolutions: Mapping[str, int] = {}) -> _core.Network:
    """A network from a NetworkX graph.

    Nodes keep their order; their keys become ids, texts unless all are integers. Attributes of edges become columns
    (numbers) and texts; edges that lack one have no value. ``geometry`` gives the lines, ``x`` and ``y`` (or ``pos``)
    of nodes the coordinates and ``graph.graph["crs"]`` their reference system; ``no_through`` marks nodes that paths do
    not pass. Edges of undirected graphs are arcs both ways; parallel edges are kept. Without a number on any edge, each
    costs 1, as in NetworkX.
    """
    keys = list(graph.nodes)
    at = {key: position for position, key in enumerate(keys)}
    if graph.is_multigraph():
        edges = [(u, v, key, data) for u, v, key, data in graph.edges(keys=True, data=True)]
    else:
        edges = [(u, v, 0, data) for u, v, data in graph.edges(data=True)]
    found = {name: None for *_, data in edges for name in data}
    attributes = {names.get(name, str(name)): [data.get(name) for *_, data in edges] for name in found if name != "geometry"}
    count: dict = {}
    ordinal = [count.setdefault((u, v), []).append(1) or len(count[u, v]) - 1 for u, v, *_ in edges]
    if any(key != expected for (_, _, key, _), expected in zip(edges, ordinal)):
        attributes["key"] = [str(key) for _, _, key, _ in edges]
    places = [_place_of(data) for _, data in graph.nodes(data=True)]
    integers = all(isinstance(key, (int, np.integer)) and not isinstance(key, bool) for key in keys)
    return _make(
        np.array([at[u] for u, *_ in edges], dtype=np.int64), np.array([at[v] for _, v, *_ in edges], dtype=np.int64),
        attributes, graph.is_directed(), units=units, resolutions=resolutions,
        lines=[data.get("geometry") for *_, data in edges] if "geometry" in found else None,
        nodes=len(keys), node_ids=np.array(keys, np.int64) if integers else [str(key) for key in keys],
        coordinates=np.array(places, np.float64).reshape(-1, 2) if any(place[0] is not None for place in places) else None,
        crs=crs if crs is not None else graph.graph.get("crs"), source="NetworkX",
        no_through=_no_through([data.get("no_through", 0) for _, data in graph.nodes(data=True)]))


def _no_through(marks: Sequence) -> np.ndarray | None:
    """1 for centroids, 2 for barriers; None if no node has a mark."""
    values = np.array([int(mark) if mark == mark and mark is not None else 0 for mark in marks], np.uint8)
    return values if values.any() else None


def _place_of(data: Mapping[str, Any]) -> tuple:
    if "x" in data and "y" in data:
        return data["x"], data["y"]
    return tuple(data["pos"][:2]) if "pos" in data else (None, None)


def from_osmnx(graph: Any) -> _core.Network:
    """As from_networkx(), with OSMnx' names and units."""
    return from_networkx(graph, _osmnx_units, None, _osmnx_names, _computed)


def from_edgelist(edges: Any, source: str, target: str, columns: Sequence[str] | None, units: Mapping[str, str],
                  directed: bool, nodes: Any, crs: Any, resolutions: Mapping[str, int] = {}) -> _core.Network:
    """A network from a data frame with one row for each edge.

    Nodes are the ids in `source` and `target`, in their order by value, or the index of `nodes`: a GeoDataFrame of
    points, or a DataFrame with columns x and y. Columns of numbers and texts come along; `columns` names those to keep.
    """
    import pandas as pd

    for name in (source, target):
        if name not in edges.columns:
            raise InvalidArgument(f"no column '{name}'; there are: {', '.join(map(str, edges.columns))}")
    if edges[source].isna().any() or edges[target].isna().any():
        raise InvalidArgument(f"rows without '{source}' or '{target}'; drop them first")
    lines = edges.geometry.to_numpy() if getattr(edges, "_geometry_column_name", None) in edges.columns else None
    kept = [name for name in (columns or edges.columns) if name not in (source, target, "geometry")]
    attributes = {name: _values(edges[name]) for name in kept}
    if nodes is None:
        all_ids = pd.unique(pd.concat([edges[source], edges[target]], ignore_index=True))
        index = pd.Index(all_ids).sort_values() if len({type(one) for one in all_ids}) == 1 else pd.Index(all_ids)
        places = no_through = None
    else:
        index, places, crs = nodes.index, *_places_of_nodes(nodes, crs)
        no_through = _no_through(nodes["no_through"].tolist()) if "no_through" in nodes.columns else None
    return _make(_positions(index, edges[source]), _positions(index, edges[target]), attributes, directed, units=units,
                 lines=lines, nodes=len(index), node_ids=index.to_numpy(), coordinates=places,
                 crs=crs if crs is not None else getattr(edges, "crs", None), source="edges",
                 no_through=no_through, resolutions=resolutions)


def _positions(index: Any, wanted: Any) -> np.ndarray:
    found = index.get_indexer(wanted)
    if (found < 0).any():
        raise InvalidArgument(f"an edge ends at node {np.asarray(wanted)[(found < 0).argmax()]!r}, which is not among the nodes")
    return found


def _values(column: Any) -> Any:
    """A column of a data frame: numbers as an array, all else as a list."""
    if column.dtype.kind in "fiub":
        return column.to_numpy()
    return [None if one is None or one != one else one for one in column.tolist()] if column.dtype.kind != "M" else \
        column.astype(str).tolist()


def _places_of_nodes(nodes: Any, crs: Any) -> tuple:
    if hasattr(nodes, "geometry") and hasattr(nodes, "crs"):
        return np.column_stack([nodes.geometry.x, nodes.geometry.y]), crs if crs is not None else nodes.crs
    if {"x", "y"} <= set(nodes.columns):
        return nodes[["x", "y"]].to_numpy(np.float64), crs
    return None, crs


def from_geodataframes(nodes: Any, edges: Any, source: str, target: str, units: Mapping[str, str],
                       directed: bool) -> _core.Network:
    """A network from GeoDataFrames: nodes with their ids as index, edges with (u, v, key) as index or columns.

    Without a column of numbers, edges get their length in metres from their lines. Frames of OSMnx, which have a column
    "osmid", are read as OSMnx' graphs.
    """
    if source not in edges.columns:
        names = [name for name in edges.index.names if name is not None]
        if edges.index.nlevels < 2 or source not in names:
            raise InvalidArgument(f"edges have their ends in columns or index levels '{source}' and '{target}'")
        edges = edges.reset_index()
    if nodes.crs != edges.crs:
        raise InvalidArgument("nodes and edges have different reference systems; convert one with to_crs()")
    renamed = edges.rename(columns=_osmnx_names)
    computed = _computed if "osmid" in edges.columns else {}
    known = {name: unit for name, unit in _osmnx_units.items() if name in renamed.columns}
    if not any(renamed[name].dtype.kind in "fi" for name in renamed.columns if name not in (source, target, "key", "arc", "reversed")):
        renamed["length"] = _lengths(edges)
        known["length"] = "m"
        computed = _computed
    dropped = [name for name in ("arc", "reversed") if name in renamed.columns]
    if "key" in renamed.columns and renamed["key"].dtype.kind in "iu":
        dropped.append("key")
    return from_edgelist(renamed.drop(columns=dropped), source, target, None, {**known, **units}, directed, nodes, None,
                         computed)


def _lengths(edges: Any) -> np.ndarray:
    if edges.crs is not None and edges.crs.is_geographic:
        globe = edges.crs.get_geod()
        return np.array([globe.geometry_length(line) for line in edges.geometry])
    factor = edges.crs.axis_info[0].unit_conversion_factor if edges.crs is not None else 1
    return edges.geometry.length.to_numpy() * factor


def lines_of(network: Any) -> np.ndarray:
    """The line of each arc in its direction of travel; straight where no shape is known."""
    import shapely

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


def _keys(network: Any) -> Any:
    """Numbers that tell parallel arcs apart: 0, 1, …."""
    import pandas as pd

    return pd.DataFrame({"u": network.tail, "v": network.head}).groupby(["u", "v"]).cumcount().to_numpy()


def to_geodataframes(network: Any) -> tuple:
    import geopandas as gpd
    import pandas as pd

    if len(network.coordinates) == 0:
        raise InvalidArgument("the network has no coordinates; use to_pandas()")
    x, y = network.coordinates.T
    crs = network.crs or None
    data = {"x": x, "y": y}
    if len(network.no_through):
        data["no_through"] = network.no_through
    nodes = gpd.GeoDataFrame(data, index=pd.Index(network.node_ids, name="id"),
                             geometry=gpd.points_from_xy(x, y), crs=crs)
    arcs = network.to_pandas().reset_index()
    if len(network.reversed):
        arcs["reversed"] = network.reversed != 0
    arcs["key"] = arcs["key"] if "key" in arcs else _keys(network)
    edges = gpd.GeoDataFrame(arcs.set_index(["u", "v", "key"]), geometry=lines_of(network), crs=crs)
    return nodes, edges


def to_networkx(network: Any):
    import networkx as nx

    graph = nx.MultiDiGraph()
    if network.crs:
        graph.graph["crs"] = network.crs
    nodes = network.node_ids.tolist()
    has_places = len(network.coordinates) > 0
    for at, node in enumerate(nodes):
        data = {}
        if has_places and np.isfinite(network.coordinates[at]).all():
            data["x"], data["y"] = network.coordinates[at].tolist()
        if len(network.no_through) and network.no_through[at]:
            data["no_through"] = int(network.no_through[at])
        graph.add_node(node, **data)
    fields = {name: network.column(name).tolist() for name in network.column_units}
    fields.update({name: network.text(name).tolist() for name in network.text_names})
    lines = lines_of(network) if has_places and network._core.shapes is not None else None
    shapes = network._core.shapes
    keys = fields.pop("key") if "key" in fields else _keys(network).tolist()
    for arc, (tail, head) in enumerate(zip(network.tail.tolist(), network.head.tolist())):
        data = {name: values[arc] for name, values in fields.items() if values[arc] == values[arc] and values[arc] != ""}
        if lines is not None and shapes[2][arc] != _no_shape:
            data["geometry"] = lines[arc]
        graph.add_edge(nodes[tail], nodes[head], key=keys[arc], **data)
    return graph


def to_csgraph(network: Any, cost: str):
    import scipy.sparse

    values = network.column(cost or network._core.default_cost)
    used = np.flatnonzero(~np.isnan(values))
    order = used[np.lexsort((values[used], network.head[used], network.tail[used]))]
    tail, head = network.tail[order].astype(np.int64), network.head[order].astype(np.int64)
    first = np.ones(len(order), bool)
    first[1:] = (tail[1:] != tail[:-1]) | (head[1:] != head[:-1])
    n = network.node_count
    indptr = np.concatenate([[0], np.cumsum(np.bincount(tail[first], minlength=n))])
    return scipy.sparse.csr_array((values[order][first], head[first], indptr), shape=(n, n))
