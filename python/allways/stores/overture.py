# SPDX-License-Identifier: Apache-2.0
"""GeoParquet with segments and connectors of Overture Maps, theme transportation → GeoJSON, one feature on each line.

The library reads the rules from there: nothing of them is known here. Columns become text in Arrow, not row by row.
"""

from __future__ import annotations

import json
import struct

import numpy as np

from ..libraries import compute as pc, parquet as pq, pyarrow as pa

_rows_of_a_part = 1 << 14
_columns = ("theme", "type", "class", "subclass", "names", "connectors", "connector_ids", "routes", "access_restrictions",
            "speed_limits", "prohibited_transitions", "destinations", "road_surface", "road_flags", "rail_flags", "subclass_rules",
            "width_rules")
_point, _line = 1, 2  # geometry types of WKB
_line_header = np.dtype([("order", "u1"), ("type", "<u4"), ("count", "<u4")])  # little-endian, without Z


def has_segments(schema: pa.Schema) -> bool:
    """True if the columns are those of segments."""
    return {"id", "geometry", "subtype", "connectors"} <= set(schema.names)


def write_features(file: pq.ParquetFile, path: str) -> None:
    """Writes every row as a feature; row 1 is on line 2, as in a CSV file with a header.

    Raises
    ------
    ValueError
        For geometries that are not WKB, and columns of types that JSON does not have.
    """
    names = set(file.schema_arrow.names)
    wanted = ["id", "geometry", "subtype", *(name for name in _columns if name in names)]
    with open(path, "wb") as text:
        for batch in file.iter_batches(_rows_of_a_part, columns=wanted, use_threads=False):
            text.write(b"\n")
            text.write(_lines(batch))


def _lines(batch: pa.RecordBatch) -> bytes:
    parts = ['{"type":"Feature","id":', _json(batch.column("id")), ',"geometry":', _geometries(batch.column("geometry")),
             ',"properties":{"subtype":', _json(batch.column("subtype"))]
    for name in _columns:
        if name in batch.schema.names:
            column = batch.column(name)
            member = pc.binary_join_element_wise(f',"{name}":', _json(column), "")
            parts.append(pc.if_else(pc.is_valid(column), member, ""))
    lines = pc.binary_join_element_wise(*parts, "}}", "")
    return pc.binary_join(pa.ListArray.from_arrays(pa.array([0, len(lines)], pa.int32()), lines), "\n")[0].as_buffer().to_pybytes()


def _json(values: pa.Array) -> pa.Array:
    """The JSON text of each value; maps, which hold translations of names, are left out."""
    kinds, stated = pa.types, values.type
    if kinds.is_dictionary(stated):
        return _json(values.dictionary_decode())
    if kinds.is_string(stated) or kinds.is_large_string(stated) or kinds.is_string_view(stated):
        text = _quoted(values.cast(pa.string()))
    elif kinds.is_struct(stated):
        parts: list[pa.Array | str] = []
        for index in range(stated.num_fields):
            if not kinds.is_map(stated.field(index).type):
                parts += [f'{"," if parts else ""}{json.dumps(stated.field(index).name)}:', _json(pc.struct_field(values, [index]))]
        text = pc.binary_join_element_wise("{", *parts, "}", "")
    elif kinds.is_list(stated) or kinds.is_large_list(stated):
        lengths = pc.fill_null(pc.list_value_length(values), 0).to_numpy()
        ends = pa.array(np.concatenate([[0], np.cumsum(lengths)]), pa.int32())
        joined = pc.binary_join(pa.ListArray.from_arrays(ends, _json(values.flatten())), ",")
        text = pc.binary_join_element_wise("[", joined, "]", "")
    elif kinds.is_floating(stated) or kinds.is_integer(stated) or kinds.is_boolean(stated) or kinds.is_null(stated):
        text = values.cast(pa.string())
    else:
        raise ValueError(f"a column of type {stated} has no place in segments of Overture Maps")
    return pc.if_else(pc.is_valid(values), text, "null")


def _quoted(values: pa.Array) -> pa.Array:
    if pc.any(pc.match_substring_regex(values, r"[\x00-\x1f]")).as_py():
        return pa.array([None if value is None else json.dumps(value) for value in values.to_pylist()], pa.string())
    escaped = pc.replace_substring(pc.replace_substring(values, "\\", "\\\\"), '"', '\\"')
    return pc.binary_join_element_wise('"', escaped, '"', "")


def _geometries(shapes: pa.Array) -> pa.Array:
    """GeoJSON of points and lines in WKB."""
    if not (pa.types.is_binary(shapes.type) or pa.types.is_large_binary(shapes.type)):
        raise ValueError(f"geometries of type {shapes.type} are not WKB")
    shapes = shapes.cast(pa.large_binary())
    points = _points_of_lines(shapes) if shapes.null_count == 0 else None
    if points is None:
        return pa.array([_geometry(shape) for shape in shapes.to_pylist()], pa.string())
    counts, numbers = points
    texts = pa.array(numbers).cast(pa.string())
    pairs = pc.binary_join_element_wise("[", texts.take(pa.array(np.arange(0, len(texts), 2))), ",",
                                        texts.take(pa.array(np.arange(1, len(texts), 2))), "]", "")
    ends = pa.array(np.concatenate([[0], np.cumsum(counts)]), pa.int32())
    return pc.binary_join_element_wise('{"type":"LineString","coordinates":[',
                                       pc.binary_join(pa.ListArray.from_arrays(ends, pairs), ","), "]}", "")


def _points_of_lines(shapes: pa.Array) -> tuple[np.ndarray, np.ndarray] | None:
    """The number of points of each line, and all coordinates; None unless all are plain lines, little-endian."""
    offsets = np.frombuffer(shapes.buffers()[1], np.int64, len(shapes) + 1, shapes.offset * 8)
    data = np.frombuffer(shapes.buffers()[2], np.uint8) if shapes.buffers()[2] else np.empty(0, np.uint8)
    begin = offsets[:-1]
    if len(begin) == 0 or np.any(np.diff(offsets) < _line_header.itemsize):
        return None
    headers = data[begin[:, None] + np.arange(_line_header.itemsize)].copy().view(_line_header).ravel()
    counts = headers["count"].astype(np.int64)
    if np.any(headers["order"] != 1) or np.any(headers["type"] != _line) or np.any(np.diff(offsets) != 9 + 16 * counts):
        return None
    is_point = np.ones(offsets[-1] - offsets[0], bool)
    is_point[(begin - offsets[0])[:, None] + np.arange(_line_header.itemsize)] = False
    return counts, data[offsets[0]:offsets[-1]][is_point].view(np.float64)


def _geometry(shape: bytes | None) -> str:
    """Of any WKB; null for no geometry, and the type alone for those that are neither points nor lines, which the reader refuses."""
    if shape is None:
        return "null"
    try:
        order = "<" if shape[0] == 1 else ">"
        stated, = struct.unpack_from(f"{order}I", shape, 1)
        thousands = stated % 0x20000000 // 1000
        sides = 2 + (bool(stated & 0x80000000) or thousands in (1, 3)) + (bool(stated & 0x40000000) or thousands in (2, 3))
        kind, at = stated % 0x20000000 % 1000, 9 if stated & 0x20000000 else 5
        if kind == _point:
            return json.dumps({"type": "Point", "coordinates": struct.unpack_from(f"{order}2d", shape, at)})
        if kind != _line:
            return json.dumps({"type": f"geometry of type {kind} of WKB"})
        count, = struct.unpack_from(f"{order}I", shape, at)
        numbers = struct.unpack_from(f"{order}{count * sides}d", shape, at + 4)
    except (struct.error, IndexError):
        raise ValueError("a geometry is not WKB") from None
    return json.dumps({"type": "LineString", "coordinates": list(zip(numbers[::sides], numbers[1::sides]))})
