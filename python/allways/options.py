"""The library's option structs as keywords. Names, defaults and checks are the library's."""

from __future__ import annotations

import os
from typing import Any, Callable, Mapping, Sequence, TypedDict

from . import _core


class ReadOptions(TypedDict, total=False):
    """Keywords of the functions that read files. Each format takes those that apply to it: see :func:`allways.formats`.

    All of them default to what the library guesses or to nothing; ``docs/formats.md`` describes them.
    """

    format: str  #: registry name; by default from suffix and content
    node_file: str | os.PathLike  #: coordinates in a second file
    from_field: str  #: edge lists, GMNS, line layers: field with the tail node; "" turns off guessing
    to_field: str
    cost_field: str  #: field with the cost, which becomes the column "cost"; in OMX the matrix to read
    id_field: str
    no_through: str  #: nodes that paths may not pass: ids, ranges such as "1-38", or "@file"
    turns: str  #: "none", "restrictions", "full", or a CSV file with further turn rules
    bbox: Sequence[float]  #: west, south, east, north in degrees: keep what lies inside
    undirected: bool
    directed: bool
    profile: str | os.PathLike  #: OpenStreetMap: car, bicycle, foot, truck, taxi, bus, emergency, or a file
    vehicle: str  #: OpenStreetMap: sizes, such as "height=3.8,weight=18"
    at: str  #: OpenStreetMap: local time for conditional tags, such as "2026-11-23T08:00"
    lenient: bool  #: accept files of which more than a fifth would be lost
    mode: str  #: GMNS: auto, bike, walk or another use
    crs: str  #: reference system of the coordinates, such as "EPSG:2056", or "none" for a plane in units of its own
    cost_unit: str  #: of the cost, where the file states none or another: "min", "km", …
    length_unit: str  #: of the field "length"
    layer: str
    where: str  #: filter in OGR SQL: "highway <> 'footway'"
    reverse_cost_field: str
    oneway_field: str
    oneway_values: str
    speed_field: str
    speed_unit: str
    class_field: str
    class_speeds: str
    default_speed_kmh: float
    join: str  #: line layers: "auto", "ends", "vertices" or "crossings"
    tolerance_m: float
    cost_type: str  #: matrices: int32, float32 or float64
    float_type: str


class SolveOptions(TypedDict, total=False):
    """Keywords of everything that solves."""

    cost: str  #: column of a network to minimise; by default "time", else "cost", else "length", else the first
    cost_type: Any  #: int32, float32 or float64; by default int32 where it is exact and fits, else float64
    schedule: str  #: "auto", "sweep", "blocked", "naive", "recursive" or "squaring"
    #: "auto", "cpu", "gpu", "reference", or an id "I:J" of :func:`allways.devices`; several share the work: "gpu:all",
    #: "0:0,0:1", "cpu+gpu"
    device: str
    next_hops: bool  #: keep the first step of each path (default: True)
    skims: Sequence[str]  #: columns to sum along the shortest paths
    memory_limit_bytes: int  #: 0: all that there is
    device_memory_bytes: int  #: of a device; a larger matrix passes through it in bands of rows; 0: all that it has
    scratch_directory: str | os.PathLike  #: keeps the other rows in a file there; "": in memory
    tile: int  #: side of a tile in nodes; 0: from the tuning table
    max_buffer_bytes: int
    cache_directory: str | os.PathLike  #: compiled kernels; "" keeps none
    tuning_directory: str | os.PathLike


class BenchOptions(TypedDict, total=False):
    """Keywords of :func:`allways.bench`."""

    device: str
    type: str  #: of costs: int32 (default), float32 or float64
    narrow: bool  #: int32 costs in cells of 16 bits
    hops: str  #: beside the distances: "none" (default), "label" (int32) or "carried" (a hop array)
    large: bool  #: int32 costs so large that distances may fill the cells
    graph: str  #: "dense" (default), a complete digraph, or "street", a street network with nodes in random order
    n: int  #: nodes (default: 4000)
    schedule: str  #: over tiles (default: "blocked")
    tile: int  #: 0: as tuned for the device
    group: int  #: pivot tiles in a group; 0: as tuned for the device
    tuning: str  #: entry of the tuning table; "": the one that fits the device
    runs: int  #: measured ones, after a warm-up run (default: 3)
    transfers: str  #: also measure rows to and from the device: "none" (default), "pinned" or "staged"
    seed: int
    check: bool  #: compare with Dijkstra's algorithm (default: True)
    cache_directory: str | os.PathLike
    tuning_directory: str | os.PathLike


class TuneOptions(TypedDict, total=False):
    """Keywords of :func:`allways.tune`."""

    device: str
    types: Sequence[str]  #: number types to tune (default: int32, float32 and float64); others keep their settings
    seconds: float  #: for the whole run (default: 120)
    cache_directory: str | os.PathLike
    tuning_directory: str | os.PathLike


class SnapOptions(TypedDict, total=False):
    """Keywords that place points on a network."""

    onto: str  #: "arcs" (default) or "nodes"
    component: str  #: "largest" (default): only roads that lead everywhere and back; or "any"
    radius: float  #: in metres, beyond which points stay unsnapped (default: 500; 300 by bicycle, 200 on foot)
    access_speed_kmh: float  #: adds the time between places and their roads to costs that are times, at both ends


class ExportOptions(TypedDict, total=False):
    """Keywords of the writers. Each format takes those that apply to it; ``docs/formats.md`` describes them."""

    format: str  #: registry name; by default from the suffix
    overwrite: bool  #: replace an existing file
    unit: str  #: of the numbers: "min", "km"; by default the table's own
    dtype: str  #: "natural", "raw", "float64", "float32", "int32"
    unreachable: str  #: text for pairs without a path
    cutoff: float  #: formats of pairs: only pairs at most this far apart
    nearest: int  #: formats of pairs: only this many nearest destinations of each origin
    round: bool
    lossy: bool
    cost: str  #: formats with one cost: the column of a network to write


class TableOptions(SolveOptions, SnapOptions, total=False):
    """Keywords of tables and paths between places."""


def _own_directory(variable: str, shared: str, home: str, name: str) -> str:
    own = os.environ.get(variable)
    if own is not None:
        return own
    base = os.environ.get(shared) or (os.path.join(os.environ["HOME"], home) if os.environ.get("HOME") else "")
    return os.path.join(base, name) if base else ""


def cache_directory() -> str:
    """Where compiled kernels are kept, as by the command."""
    return _own_directory("ALLWAYS_CACHE_DIR", "XDG_CACHE_HOME", ".cache", "allways")


def tuning_directory() -> str:
    """Where a user's tuning entries are, as for the command."""
    return _own_directory("ALLWAYS_TUNING_DIR", "XDG_CONFIG_HOME", ".config", "allways/tuning")


def _device_folders() -> dict[str, str]:
    return {"cache_directory": cache_directory(), "tuning_directory": tuning_directory()}


_defaults: dict[type, Callable[[], dict]] = {kind: _device_folders for kind in (_core.SolveOptions, _core.BenchOptions, _core.TuneOptions)}


def _plain(name: str, value: Any) -> Any:
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if name == "cost_type" and not isinstance(value, str):
        import numpy

        return numpy.dtype(value).name
    if name in ("skims", "types"):
        return [value] if isinstance(value, str) else list(value)
    if name in ("bbox",):
        return [float(side) for side in value]
    return value


def choose_cost(source: Any, solving: _core.SolveOptions, complete: bool = True) -> None:
    """Settles the cost as the command does; if `complete`, refuses one that more than a fifth of a file's arcs lack."""
    _core.choose_cost(source._core, solving, getattr(source, "_reading", None), complete)


def fill(options: Mapping[str, Any], *kinds: type) -> list:
    """Option structs with these keywords; those that are None stay at their defaults."""
    structs = [kind() for kind in kinds]
    for kind, struct in zip(kinds, structs):
        for name, value in _defaults.get(kind, dict)().items():
            setattr(struct, name, value)
    for name, value in options.items():
        struct = next((one for one in structs if not name.startswith("_") and hasattr(one, name)), None)
        if struct is None:
            known = sorted(field for kind in kinds for field in dir(kind) if not field.startswith("_"))
            raise TypeError(f"unexpected keyword '{name}'; there are: {', '.join(known)}")
        if value is None:
            continue
        try:
            setattr(struct, name, _plain(name, value))
        except TypeError:
            raise TypeError(f"`{name}`: a value of type {type(value).__name__} does not fit: {value!r}") from None
    return structs
