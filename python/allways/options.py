# SPDX-License-Identifier: Apache-2.0
"""Options as keywords. Names, types, defaults, meanings and checks of the library's structs come from its rows; the keywords that
the package has beside them are declared here, once, with their defaults."""

from __future__ import annotations

import datetime
import functools
import inspect
import itertools
import json
import os
import re
import sys
import types
import typing
from typing import TYPE_CHECKING, Annotated, Any, Iterable, Literal, Mapping, Sequence, TypedDict

import numpy as np

from . import _core
from .errors import InvalidArgument, is_many

try:
    from typing import Unpack as Unpack
except ImportError:  # Python 3.10
    from typing_extensions import Unpack as Unpack

if TYPE_CHECKING:
    from ._keywords import (BenchOptions, EquilibriumOptions, ExportOptions, HttpServerOptions, IsochroneOutput, ReadOptions, ServiceLimits,
                            ServiceOptions, SimplifyOptions, SnapOptions, SolveOptions, TuneOptions, VerifyOptions)

# ---- keywords of functions: types, defaults and meanings


def _of_library(kind: type, *fields: str) -> Any:
    """The keywords of a struct of the library, or some of them, from its rows."""
    usual = kind()
    named = {field: Annotated[eval(hint), getattr(usual, field), meaning] for field, hint, meaning in getattr(kind, "_rows")
             if not fields or field in fields}
    made = TypedDict(kind.__name__, named, total=False)  # type: ignore[misc]
    made.__doc__ = kind.__doc__
    return made


if not TYPE_CHECKING:
    for _kind in (_core.ReadOptions, _core.SolveOptions, _core.SnapOptions, _core.ExportOptions, _core.EquilibriumOptions, _core.BenchOptions,
                  _core.TuneOptions, _core.VerifyOptions, _core.SimplifyOptions, _core.HttpServerOptions, _core.ServiceOptions,
                  _core.ServiceLimits):
        globals()[_kind.__name__] = _of_library(_kind)
    IsochroneOutput = _of_library(_core.IsochroneOutput, "what", "rings", "buffer", "tolerance")

#: The unit of natural numbers: one for all fields of its kind ("min" for times, "km" for lengths); a list with one for
#: each kind, ["min", "km"]; or one for each field, {"time": "min", "length": "km"}. "": the fields' own units.
Units = typing.Union[str, Sequence[str], Mapping[str, str]]

#: Hours of a day (0 to 23) or of a week (to 167, from Monday 0:00): 8, range(24), [7, 8, 17], or "7-9,17".
Hours = typing.Union[int, str, Sequence[int], None]

#: When journeys begin: "08:00", "Mon 08:00" or "2026-11-23T08:00"; or a datetime or time of Python or NumPy. One with a
#: time zone means what clocks of that zone show; UTC is refused, because no network's clocks are meant.
Depart = typing.Union[str, datetime.datetime, datetime.time, np.datetime64, None]


class TableOptions(SolveOptions, SnapOptions, total=False):
    """Keywords of tables and paths between places."""


class ServeOptions(HttpServerOptions, ServiceOptions, ServiceLimits, total=False):
    """Keywords of :func:`allways.serve`, with the defaults of ``allways serve`` (docs/service.md)."""


class ArrayOptions(TypedDict, total=False):
    units: Annotated[Mapping[str, str] | None, None]
    nodes: Annotated[int | None, None]
    node_ids: Annotated[Any, None]
    arc_ids: Annotated[Any, None]
    coordinates: Annotated[Any, None]
    crs: Annotated[Any, None]
    no_through: Annotated[Any, None]
    reversed: Annotated[Any, None]
    texts: Annotated[Mapping[str, Iterable] | None, None]


class MakeOptions(ArrayOptions, total=False):
    shapes: Annotated[Any, None]
    resolutions: Annotated[Mapping[str, int], types.MappingProxyType({})]
    source: Annotated[str, ""]
    turns: Annotated[Any, None]
    notes: Annotated[Sequence[tuple[str, str]], ()]


class EdgeListOptions(TypedDict, total=False):
    source: Annotated[str, "source"]
    target: Annotated[str, "target"]
    columns: Annotated[Sequence[str] | None, None]
    units: Annotated[Mapping[str, str] | None, None]
    directed: Annotated[bool, True]
    nodes: Annotated[Any, None]
    crs: Annotated[Any, None]


class SideOptions(TableOptions, total=False):
    crs: Annotated[Any, None]
    drop_unsnapped: Annotated[bool, False]


class HourOptions(SideOptions, total=False):
    hours: Annotated[Hours, None]


class DepartingTableOptions(SideOptions, total=False):
    costs: Annotated[Sequence[str], ()]
    hourly: Annotated[Any, None]
    depart: Annotated[Depart, None]


class PathOptions(TableOptions, total=False):
    alternatives: Annotated[int, 0]
    hourly: Annotated[Any, None]
    depart: Annotated[Depart, None]
    crs: Annotated[Any, None]


class SolvedPathOptions(SnapOptions, total=False):
    alternatives: Annotated[int, 0]
    crs: Annotated[Any, None]


class StreamOptions(SolveOptions, total=False):
    resume: Annotated[bool | None, False]
    checkpoint_seconds: Annotated[float | None, 10]
    shard: Annotated[tuple[int, int] | None, None]


class IsochroneOptions(TableOptions, IsochroneOutput, total=False):
    unit: Annotated[str, ""]
    to_starts: Annotated[bool, False]
    merge: Annotated[bool, False]
    crs: Annotated[Any, None]


class AccessOptions(TableOptions, total=False):
    weights: Annotated[Any, None]
    unit: Annotated[str, ""]
    decay: Annotated[Literal["step", "linear", "exponential", "gaussian"], "step"]
    nearest: Annotated[int, 0]
    classes: Annotated[Any, None]
    demand: Annotated[Any, None]
    to_origins: Annotated[bool, False]
    crs: Annotated[Any, None]


class AssignOptions(TableOptions, EquilibriumOptions, total=False):
    select: Annotated[Any, ()]
    classes: Annotated[Sequence[Mapping[str, Any]], ()]
    with_skims: Annotated[bool, False]
    with_selected: Annotated[bool, False]
    crs: Annotated[Any, None]


class CentralityOptions(SolveOptions, total=False):
    towards: Annotated[bool, False]
    normalized: Annotated[bool, False]
    unit: Annotated[str, ""]


class DiffOptions(TypedDict, total=False):
    skim: Annotated[str, ""]
    rtol: Annotated[float, 0]
    atol: Annotated[float, 0]
    by_position: Annotated[bool, False]
    weights: Annotated[Any, None]


class DrawOptions(TypedDict, total=False):
    title: Annotated[str, ""]
    theme: Annotated[str, "light"]
    legend: Annotated[bool, True]
    overwrite: Annotated[bool, False]
    width: Annotated[float | None, None]
    height: Annotated[float | None, None]


class MapOptions(DrawOptions, total=False):
    unit: Annotated[str, ""]
    cost: Annotated[str, ""]


class PathFileOptions(TypedDict, total=False):
    format: Annotated[str, ""]
    overwrite: Annotated[bool, False]
    steps: Annotated[str, ""]
    unit: Annotated[str, ""]
    language: Annotated[str, ""]


class ZarrOptions(TypedDict, total=False):
    unit: Annotated[Units, ""]
    dtype: Annotated[Literal["float32", "float64"], "float32"]
    rows_per_chunk: Annotated[int | None, None]
    overwrite: Annotated[bool, False]


class HourParquetOptions(TypedDict, total=False):
    unit: Annotated[Units, ""]
    dtype: Annotated[Literal["float32", "float64", "raw"], "float32"]
    compression: Annotated[str, "zstd"]
    compression_level: Annotated[int | None, None]
    rows_per_group: Annotated[int | None, None]
    overwrite: Annotated[bool, False]


class ParquetOptions(HourParquetOptions, total=False):
    layout: Annotated[Literal["long", "wide"], "long"]
    skim: Annotated[str, ""]


class Keyword(typing.NamedTuple):
    hint: Any
    default: Any
    meaning: str | None = None  # None: the package's own, which the docstrings of its functions describe


_kinds: dict[str, Any] = {name: one for name, one in globals().items() if typing.is_typeddict(one)}


@functools.cache
def keywords_of(name: str) -> dict[str, Keyword]:
    """The keywords of a class of options, by name."""
    hints = typing.get_type_hints(_kinds[name], include_extras=True)
    return {field: Keyword(*typing.get_args(hint)) for field, hint in hints.items()}


# ---- keywords → the library's structs, and the package's own


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


def _plain(name: str, value: Any) -> Any:
    """The value in the form that the library takes."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if name == "cost_type" and not isinstance(value, str):
        return np.dtype(value).name
    if name in ("skims", "types"):
        return [value] if isinstance(value, str) else list(value)
    return [float(side) for side in value] if name == "bbox" else value


_lengths = ("radius", "buffer", "tolerance")


def _check_number(name: str, value: Any) -> None:
    """Refuses NaN, and lengths below 0."""
    if isinstance(value, (float, int, np.floating, np.integer)) and (value != value or (name in _lengths and value < 0)):
        raise InvalidArgument(f"`{name}`: expected a number{' of metres, 0 or more' if name in _lengths else ''}, found {value}")


def limits_of(cutoffs: Any) -> list[float]:
    """Cutoffs as ascending numbers."""
    try:
        return sorted({float(one) for one in np.atleast_1d(cutoffs)})
    except (TypeError, ValueError):
        raise InvalidArgument(f"`cutoffs`: expected numbers, found {cutoffs!r}") from None


def words_of(option: str, words: Any) -> list[str]:
    """One text or several as a list."""
    found = [words] if isinstance(words, str) else list(words) if is_many(words) else [words]
    if not all(isinstance(one, str) for one in found):
        raise InvalidArgument(f"`{option}`: expected names, found {words!r}")
    return found


def fill(options: Mapping[str, Any], *kinds: type) -> list:
    """Option structs with these keywords; those that are None stay at their defaults."""
    structs = [kind() for kind in kinds]
    for struct in structs:
        if hasattr(struct, "tuning_directory"):
            struct.cache_directory, struct.tuning_directory = cache_directory(), tuning_directory()
    for name, value in options.items():
        struct = next((one for one in structs if not name.startswith("_") and hasattr(one, name)), None)
        if struct is None:
            raise _unexpected(name, [field for kind in kinds for field in dir(kind) if not field.startswith("_")])
        if value is None:
            continue
        _check_number(name, value)
        try:
            setattr(struct, name, _plain(name, value))
        except InvalidArgument:
            raise
        except (TypeError, ValueError):
            raise TypeError(f"`{name}`: a value of type {type(value).__name__} does not fit: {value!r}") from None
    return structs


def take(kind: Any, options: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
    """The package's own keywords among those of `kind`, as attributes, with their defaults; and the other options."""
    known = keywords_of(kind.__name__)
    for name in options:
        if name not in known:
            raise _unexpected(name, known)
    own = {name: options.get(name, one.default) for name, one in known.items() if one.meaning is None}
    for name, value in own.items():
        _check_type(name, value, known[name].hint)
    return types.SimpleNamespace(**own), {name: value for name, value in options.items() if name not in own}


def prepared(source: Any, options: Mapping[str, Any], *kinds: type, complete: bool = True) -> list:
    """The source, or for a cost expression the network with its column; the options of its solve, and structs of `kinds`."""
    structs = fill(options, _core.SolveOptions, *kinds)
    return [choose_cost(source, structs[0], complete), *structs]


# The signatures that show_options() gave to functions.
_signatures: dict[types.CodeType, inspect.Signature] = {}


def _unexpected(name: str, expected: Iterable[str]) -> TypeError:
    """The error of a keyword that is none of the outermost function of this package that is being called."""
    frame: types.FrameType | None = sys._getframe(1)
    known: list[str] = []
    while frame is not None:
        if frame.f_code in _signatures:
            known = [one.name for one in _signatures[frame.f_code].parameters.values() if one.kind is one.KEYWORD_ONLY]
        frame = frame.f_back
    return TypeError(f"unexpected keyword '{name}'; there are: {', '.join(sorted(known or expected))}")


# ---- the names of columns, and costs


def own_names(source: Any) -> dict[str, str]:
    """The names under which columns of a network came, by the library's: {"time": "travel_time"}."""
    notes = dict(getattr(source, "notes", None) or getattr(source, "provenance", None) or {})
    return json.loads(notes.get("field_names", "{}"))


def library_name(source: Any, name: str) -> str:
    """The library's name of a column, which may be given by the name that it came with."""
    return next((own for own, came in own_names(source).items() if came == name), name)


def choose_cost(source: Any, solving: _core.SolveOptions, complete: bool = True) -> Any:
    """Settles the cost as the command does; if `complete`, refuses one that more than a fifth of a file's arcs lack.

    Returns the source, or for a cost expression the network that has its column.
    """
    source, solving.cost = with_cost(source, solving.cost)
    solving.skims = [library_name(source, name) for name in solving.skims]
    _refuse_texts(source, {"cost": [solving.cost], "skims": solving.skims})
    _core.choose_cost(source._core, solving, source._origin.reading if hasattr(source, "_origin") else None, complete)
    return source


def with_cost(source: Any, cost: str) -> tuple[Any, str]:
    """The network with the column of a cost expression, and the column's name; the source itself for other costs."""
    cost = library_name(source, cost)
    if not cost or not isinstance(source._core, _core.Network) or _has_column(source, cost):
        return source, cost
    names = {came: own for own, came in own_names(source).items()}
    if names:
        cost = re.sub(r'"(?:[^"]|"")*"|[^\W\d][\w:.]*', lambda found: names.get(found[0].strip('"'), found[0]), cost)
    made = source._with_cost(cost)  # without the column, if the library takes the text for a name
    return made if _has_column(made, cost) else source, cost


def _has_column(source: Any, name: str) -> bool:
    return any(name == one for one, *_ in source._core.columns)


def _refuse_texts(source: Any, wanted: Mapping[str, Sequence[str]]) -> None:
    """Columns of texts add up to nothing: the error names one."""
    texts = getattr(source._core, "texts", None)
    if not texts:
        return
    columns = {name for name, *_ in source._core.columns}
    for option, names in wanted.items():
        for name in names:
            if name in texts and name not in columns:
                values, index = source._core.text(name)
                used = next((at for at in index.tolist() if values[at]), 0)
                arc = source.arc_ids[index.tolist().index(used)]
                raise InvalidArgument(f"`{option}`: '{own_names(source).get(name, name)}' has texts, not numbers: arc {arc} "
                                      f"has '{values[used]}'")


# ---- what signatures and help() show

_plain_types: dict[str, tuple[Any, str]] = {"str": (str, "a text"), "bool": ((bool, np.bool_), "True or False"),
                                            "int": ((int, np.integer), "a whole number"),
                                            "float": ((int, float, np.number), "a number")}


def _check_type(name: str, value: Any, hint: Any) -> None:
    """Refuses a value that is no text, boolean or number where the type hint, or its text, asks for one, which the compiled module
    would do in words of its own."""
    word = hint if isinstance(hint, str) else "Literal[" if typing.get_origin(hint) is Literal else getattr(hint, "__name__", "")
    kind = _plain_types.get("str" if word.startswith("Literal[") else word)
    if kind is not None and not isinstance(value, kind[0]):
        raise TypeError(f"`{name}`: expected {kind[1]}, found {value!r}")


def check_arguments(*classes: type) -> None:
    """Gives the public methods of classes a check of their plain arguments, and those that are functions of other modules their
    names in the class."""
    for holder in classes:
        for name, one in list(vars(holder).items()):
            function = getattr(one, "__func__", one)
            if not name.startswith("_") and isinstance(function, types.FunctionType) and (call := _checked(function)):
                if "." not in function.__qualname__:
                    call.__module__, call.__qualname__ = holder.__module__, f"{holder.__qualname__}.{name}"
                setattr(holder, name, call if function is one else type(one)(call))


def _checked(function: types.FunctionType) -> Any:
    """The function with a check of its plain arguments; None for a method that has no such argument."""
    names = list(inspect.signature(function).parameters)
    hints = {name: hint for name, hint in function.__annotations__.items()
             if name != "return" and (hint in _plain_types or hint.startswith("Literal["))}
    if not hints and "." in function.__qualname__:
        return None

    @functools.wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        for name, value in itertools.chain(zip(names, given), named.items()):
            if name in hints:
                _check_type(name, value, hints[name])
        return function(*given, **named)

    return call


def _parameters_of(name: str) -> list[inspect.Parameter]:
    return [inspect.Parameter(field, inspect.Parameter.KEYWORD_ONLY, default=one.default, annotation=one.hint)
            for field, one in keywords_of(name).items()]


def show_options(*holders: Any) -> None:
    """Gives functions that take ``**options: Unpack[…]`` a signature with each keyword, its type and its default."""
    for holder in holders:
        members = [holder] if isinstance(holder, types.FunctionType) else [getattr(one, "__func__", one)
                                                                             for one in vars(holder).values()]
        for function in (one for one in members if isinstance(one, types.FunctionType)):
            name = function.__annotations__.get("options", "").removeprefix("Unpack[").removesuffix("]")
            if name not in _kinds:
                continue
            signature = inspect.signature(function)
            own = [one for one in signature.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
            more = [one for one in _parameters_of(name) if one.name not in signature.parameters]
            _signatures[function.__code__] = shown = signature.replace(parameters=[*own, *more])
            setattr(function, "__signature__", shown)


def _documented(name: str) -> type:
    """A class of options as programs see it: its call makes a dict, and help() lists the keywords."""
    lines = [inspect.cleandoc(_kinds[name].__doc__ or ""), ""]
    for field, (hint, default, meaning) in keywords_of(name).items():
        shown = inspect.formatannotation(hint).replace("typing.", "")
        lines.append(f"{field} : {shown} = {default!r}" + (f"\n    {meaning}" if meaning else ""))

    def make(cls: type, **options: Any) -> dict[str, Any]:
        unknown = set(options) - set(keywords_of(name))
        if unknown:
            raise TypeError(f"unexpected keyword '{sorted(unknown)[0]}'")
        return options

    return type(name, (), {"__doc__": "\n".join(lines), "__new__": make, "__slots__": (), "__module__": "allways",
                           "__signature__": inspect.Signature(_parameters_of(name))})


if not TYPE_CHECKING:
    globals().update({name: _documented(name) for name in (
        "ReadOptions", "SolveOptions", "SnapOptions", "TableOptions", "ExportOptions", "BenchOptions", "TuneOptions",
        "VerifyOptions", "ServeOptions")})
