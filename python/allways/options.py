# SPDX-License-Identifier: Apache-2.0
"""The library's option structs as keywords. Names, defaults and checks are the library's."""

from __future__ import annotations

import functools
import inspect
import itertools
import json
import os
import re
import sys
import types
import typing
from typing import Any, Callable, Iterator, Literal, Mapping, Sequence

import numpy as np

from . import _core
from .errors import InvalidArgument, is_many

if typing.TYPE_CHECKING:
    from ._keywords import (BenchOptions, ExportOptions, ReadOptions, ServeOptions, SnapOptions, SolveOptions, TableOptions,
                            TuneOptions, VerifyOptions)


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
        return np.dtype(value).name
    if name in ("skims", "types"):
        return [value] if isinstance(value, str) else list(value)
    if name in ("bbox",):
        return [float(side) for side in value]
    return value


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


def own_names(source: Any) -> dict[str, str]:
    """The names under which columns of a network came, by the library's: {"time": "travel_time"}."""
    notes = getattr(source, "notes", None) or getattr(source, "provenance", None) or {}
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
    _core.choose_cost(source._core, solving, getattr(source, "_reading", None), complete)
    return source


def with_cost(source: Any, cost: str) -> tuple[Any, str]:
    """The network with the column of a cost expression, and the column's name; the source itself for other costs."""
    cost = library_name(source, cost)
    if not isinstance(source._core, _core.Network) or not set(cost) & set("+-*/()\""):
        return source, cost
    if any(cost == name for name, *_ in source._core.columns):
        return source, cost
    names = {came: own for own, came in own_names(source).items()}
    if names:
        cost = re.sub(r'"(?:[^"]|"")*"|[^\W\d][\w:.]*', lambda found: names.get(found[0].strip('"'), found[0]), cost)
    last = source._with_cost
    if last is None or last[1] != cost:
        last = source._with_cost = (source._like(_core.with_cost(source._core, cost)), cost)
    return last


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


def fill(options: Mapping[str, Any], *kinds: type) -> list:
    """Option structs with these keywords; those that are None stay at their defaults."""
    structs = [kind() for kind in kinds]
    for kind, struct in zip(kinds, structs):
        for name, value in _defaults.get(kind, dict)().items():
            setattr(struct, name, value)
    for name, value in options.items():
        struct = next((one for one in structs if not name.startswith("_") and hasattr(one, name)), None)
        if struct is None:
            known = _keywords_of_caller() or [field for kind in kinds for field in dir(kind) if not field.startswith("_")]
            raise TypeError(f"unexpected keyword '{name}'; there are: {', '.join(sorted(known))}")
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


# The signatures that show_options() gave to functions.
_signatures: dict[types.CodeType, inspect.Signature] = {}


def _keywords_of_caller() -> list[str]:
    """The keywords of the outermost function of this package that is being called."""
    frame: types.FrameType | None = sys._getframe(1)
    known: list[str] = []
    while frame is not None:
        if frame.f_code in _signatures:
            known = [one.name for one in _signatures[frame.f_code].parameters.values() if one.kind is one.KEYWORD_ONLY]
        frame = frame.f_back
    return known


# ---- what signatures and help() show

_structs: dict[str, tuple[type, ...]] = {
    "ReadOptions": (_core.ReadOptions,),
    "SolveOptions": (_core.SolveOptions,),
    "SnapOptions": (_core.SnapOptions,),
    "TableOptions": (_core.SolveOptions, _core.SnapOptions),
    "ExportOptions": (_core.ExportOptions,),
    "BenchOptions": (_core.BenchOptions,),
    "TuneOptions": (_core.TuneOptions,),
    "VerifyOptions": (_core.VerifyOptions,),
    "ServeOptions": (_core.HttpServerOptions, _core.ServiceOptions, _core.ServiceLimits),
}
# Of classes that join several structs.
_meanings = {
    "TableOptions": "Keywords of tables and paths between places.",
    "ServeOptions": "Keywords of :func:`allways.serve`, with the defaults of ``allways serve`` (docs/service.md).",
}


def _hints_of(name: str) -> Iterator[tuple[str, Any, str]]:
    """Name, type and meaning of each keyword, from the library's rows."""
    for kind in _structs[name]:
        for field, hint, meaning in getattr(kind, "_rows"):
            yield field, eval(hint), meaning


def parameters_of(name: str) -> list[tuple[inspect.Parameter, str]]:
    """The keywords of a class of options as parameters with the library's defaults, and their meanings."""
    structs = [kind() for kind in _structs[name]]
    found = []
    for field, hint, meaning in _keywords[name]:
        default = next((getattr(struct, field) for struct in structs if hasattr(struct, field)), None)
        found.append((inspect.Parameter(field, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint), meaning))
    return found


def _documented(name: str) -> type:
    """A class of options as programs see it: its call makes a dict, and help() lists the keywords."""
    parameters = parameters_of(name)
    lines = [inspect.cleandoc(_meanings.get(name) or _structs[name][0].__doc__ or ""), ""]
    for parameter, meaning in parameters:
        hint = inspect.formatannotation(parameter.annotation).replace("typing.", "")
        lines.append(f"{parameter.name} : {hint} = {parameter.default!r}" + (f"\n    {meaning}" if meaning else ""))

    def make(cls: type, **options: Any) -> dict[str, Any]:
        unknown = set(options) - {parameter.name for parameter, _ in parameters}
        if unknown:
            raise TypeError(f"unexpected keyword '{sorted(unknown)[0]}'")
        return options

    signature = inspect.Signature([parameter for parameter, _ in parameters])
    return type(name, (), {"__doc__": "\n".join(lines), "__new__": make, "__slots__": (), "__module__": "allways",
                           "__signature__": signature})


def _functions(holder: Any) -> Iterator[Any]:
    for one in vars(holder).values():
        function = one.__func__ if isinstance(one, (classmethod, staticmethod)) else one
        if isinstance(function, types.FunctionType):
            yield function


_plain_types: dict[str, tuple[Any, str]] = {"str": (str, "a text"), "bool": ((bool, np.bool_), "True or False"), "int": ((int, np.integer), "a whole number"),
                                         "float": ((int, float, np.number), "a number")}


def _checked(function: types.FunctionType) -> Any:
    """The function with a check of arguments that are texts, booleans or whole numbers, which the compiled module would refuse
    in words of its own; None if it has no such argument."""
    names = list(inspect.signature(function).parameters)
    hints = {name: "str" if hint.startswith("Literal[") else hint for name, hint in function.__annotations__.items() if name != "return"}
    kinds = {name: _plain_types[hint] for name, hint in hints.items() if hint in _plain_types}
    if not kinds:
        return None

    @functools.wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        for name, value in itertools.chain(zip(names, given), named.items()):
            if name in kinds and not isinstance(value, kinds[name][0]):
                raise TypeError(f"`{name}`: expected {kinds[name][1]}, found {value!r}")
        return function(*given, **named)

    return call


def check_arguments(*classes: type) -> None:
    """Gives the public methods of classes a check of their plain arguments."""
    for holder in classes:
        for name, one in list(vars(holder).items()):
            function = getattr(one, "__func__", one)
            if not name.startswith("_") and isinstance(function, types.FunctionType) and (call := _checked(function)):
                setattr(holder, name, call if function is one else type(one)(call))


def show_options(*holders: Any) -> None:
    """Gives functions that take ``**options: Unpack[…]`` a signature with each keyword, its type and its default."""
    for holder in holders:
        for function in [holder] if isinstance(holder, types.FunctionType) else _functions(holder):
            name = function.__annotations__.get("options", "").removeprefix("Unpack[").removesuffix("]")
            if name not in _structs:
                continue
            signature = inspect.signature(function)
            own = [one for one in signature.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
            more = [one for one, _ in parameters_of(name) if one.name not in signature.parameters]
            _signatures[function.__code__] = shown = signature.replace(parameters=[*own, *more])
            setattr(function, "__signature__", shown)


_keywords = {name: list(_hints_of(name)) for name in _structs}
if not typing.TYPE_CHECKING:
    globals().update({name: _documented(name) for name in _structs})
