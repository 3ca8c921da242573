# SPDX-License-Identifier: Apache-2.0
"""Parquet and GeoParquet files in place of CSV files and GeoPackages: networks, matrices, tables, points and pairs.

A file is read as the CSV file with the same columns would be, or, if it has shapes, as the GeoPackage with the same features,
and all options apply. Segments of Overture Maps are read as the GeoJSON with the same features. Tables by :mod:`allways.stores.parquet` come back with the units that they state. Rows are converted a
part at a time.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from typing import Any, Iterator

import numpy as np

from ..errors import Error, InputError
from ..libraries import csv, geopandas, parquet as pq, pyarrow as pa
from . import overture

_suffixes = (".parquet", ".geoparquet", ".pq")
_rows_of_a_part = 1 << 16
_sides = {"origin": "from", "destination": "to"}


def is_parquet(path: Any) -> bool:
    """True for names of Parquet files."""
    return isinstance(path, (str, os.PathLike)) and os.fspath(path).lower().endswith(_suffixes)


@contextlib.contextmanager
def readable(path: Any, wanted: str = "") -> Iterator[Any]:
    """The path itself, or for a Parquet file that of a temporary file with its content; errors name the Parquet file.

    Any file is read as pairs of a table if a "table" is wanted; its columns are origin, destination (or from, to) and numbers.

    Raises
    ------
    InputError
        For files that are damaged, no Parquet, or have columns that are neither numbers, texts nor shapes.
    """
    if not is_parquet(path):
        yield path
        return
    name = os.fspath(path)
    with tempfile.TemporaryDirectory(prefix="allways-") as folder:
        known = _converted(name, folder, wanted)
        try:
            yield known
        except Error as error:
            line = getattr(error, "line", 0)
            where = f"{name}: row {line - 1}" if line > 1 else name
            text = str(error).replace(f"{known}:{line}", where).replace(known, name)
            if isinstance(error, InputError):
                raise InputError(text, name, max(0, line - 1)) from None
            raise type(error)(text) from None


def _converted(name: str, folder: str, wanted: str) -> str:
    known = os.path.join(folder, os.path.basename(name).rpartition(".")[0])
    try:
        with pq.ParquetFile(name, memory_map=True, pre_buffer=False) as file:
            schema = file.schema_arrow
            if overture.has_segments(schema):
                overture.write_features(file, f"{known}.geojsonseq")
                return f"{known}.geojsonseq"
            if b"geo" in (schema.metadata or {}):
                return _shapes(name, f"{known}.gpkg")
            _refuse_others(schema, name)
            facts = _facts(schema) or ({"layout": "long"} if wanted == "table" else {})
            known += ".long.csv" if "layout" in facts else ".csv"
            _as_text(file, facts, known)
            return known
    except FileNotFoundError:
        raise InputError(f"{name}: no such file", name) from None
    except (pa.ArrowException, OSError, ValueError) as error:
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise InputError(f"{name}: not a Parquet file that can be read, or damaged: {why}", name) from None


def _facts(schema: pa.Schema) -> dict[str, Any]:
    """What :mod:`allways.stores.parquet` stated in the file; empty for other files."""
    stated = (schema.metadata or {}).get(b"allways")
    facts = json.loads(stated) if stated else {}
    return facts if isinstance(facts, dict) else {}


def _refuse_others(schema: pa.Schema, name: str) -> None:
    kinds = pa.types
    fine = (kinds.is_integer, kinds.is_floating, kinds.is_boolean, kinds.is_string, kinds.is_large_string, kinds.is_decimal,
            kinds.is_null, kinds.is_dictionary)
    for field in schema:
        if not any(is_kind(field.type) for is_kind in fine):
            raise InputError(f"{name}: column '{field.name}' has the type {field.type}; expected numbers or texts, or a GeoParquet "
                             "file of points or lines", name)
    if len(schema) < 2:
        raise InputError(f"{name}: expected columns such as from, to and cost, or origin, destination and time; found "
                         f"{', '.join(schema.names) or 'none'}", name)
    if len(set(schema.names)) < len(schema):
        raise InputError(f"{name}: two columns have the same name", name)


def _as_text(file: pq.ParquetFile, facts: dict[str, Any], known: str) -> None:
    """Writes the rows as CSV: pairs of a table, or the columns as they are."""
    convert = {"long": _pairs, "wide": _melted}.get(facts.get("layout", ""), lambda batch, _: batch)
    plain = csv.WriteOptions(include_header=False, quoting_style="needed")
    writer = None
    with open(known, "wb") as text:
        for batch in file.iter_batches(_rows_of_a_part if facts.get("layout") != "wide" else 256, use_threads=False):
            converted = convert(batch, facts)
            if writer is None:
                text.write(_header(converted.schema.names))
                writer = csv.CSVWriter(text, converted.schema, write_options=plain)
            writer.write_batch(converted)
        if writer is None:
            text.write(_header([_sides.get(name, name) if "layout" in facts else name for name in file.schema_arrow.names]))
        else:
            writer.close()


def _header(names: list[str]) -> bytes:
    return (",".join(f'"{name}"' if set(name) & set(',"\n') else name for name in names) + "\n").encode()


def _natural(values: pa.Array, label: str, facts: dict[str, Any]) -> tuple[str, pa.Array]:
    """A field's name with its unit and its natural numbers."""
    stated = facts.get("fields", {}).get(label, {})
    if "digits" not in stated:
        return label, values
    name = label.rpartition("_")[0]
    numbers = values.to_numpy(zero_copy_only=False) / 10.0 ** int(stated["digits"])
    unit = f"_{stated['unit']}" if "unit" in stated else ""
    return name + unit, pa.array(numbers, from_pandas=True)


def _pairs(batch: pa.RecordBatch, facts: dict[str, Any]) -> pa.RecordBatch:
    named = zip(batch.schema.names, batch)
    return pa.RecordBatch.from_pydict(dict((_sides[label], values) if label in _sides else _natural(values, label, facts)
                                           for label, values in named))


def _melted(batch: pa.RecordBatch, facts: dict[str, Any]) -> pa.RecordBatch:
    """The pairs of some rows of the layout "wide"."""
    (label,) = facts["fields"]
    origins, names = batch.column("origin"), batch.schema.names[1:]
    values = pa.concat_arrays([batch.column(name) for name in names])
    title, numbers = _natural(values, label, facts)
    rows, columns = len(batch), len(names)
    return pa.RecordBatch.from_pydict({
        "from": origins.take(pa.array(np.tile(np.arange(rows), columns))),
        "to": pa.array(names).take(pa.array(np.repeat(np.arange(columns), rows))), title: numbers})


def _shapes(name: str, known: str) -> str:
    """Writes the features as a GeoPackage."""
    try:
        frame = geopandas.read_parquet(name)
    except Exception as error:  # GeoPandas raises many kinds for geometry columns and reference systems that are wrong
        raise InputError(f"{name}: not a GeoParquet file that can be read: {error}", name) from None
    nested = [column for column in frame.columns if column != frame.geometry.name and frame[column].dtype == object
              and any(isinstance(one, (list, dict, np.ndarray)) for one in frame[column])]
    frame.drop(columns=nested).to_file(known, engine="pyogrio")
    return known
