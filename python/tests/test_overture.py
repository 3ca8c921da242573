# SPDX-License-Identifier: Apache-2.0
"""Overture Maps: GeoParquet equals GeoJSON, and a city by both schemas gives the same times."""

import json
import os
import pathlib
import struct

import geopandas as gpd
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import shapely
from osm_to_overture import features, write_geojson

import allways
from allways import InputError

_data = pathlib.Path(os.environ.get("ALLWAYS_DATA", pathlib.Path(__file__).parents[2] / ".." / "shared" / "data")) / "osm"
_between = pa.list_(pa.float64())
_bound = pa.struct([("dimension", pa.string()), ("comparison", pa.string()), ("value", pa.float64()), ("unit", pa.string())])
_when = pa.struct([("heading", pa.string()), ("during", pa.string()), ("mode", pa.list_(pa.string())), ("using", pa.list_(pa.string())),
                   ("recognized", pa.list_(pa.string())), ("vehicle", pa.list_(_bound))])
_speed = pa.struct([("value", pa.int32()), ("unit", pa.string())])
_step = pa.struct([("connector_id", pa.string()), ("segment_id", pa.string())])
# As in Overture's releases; what is not read is left out but for translations of names.
_schema = pa.schema([
    ("id", pa.string()), ("geometry", pa.binary()), ("type", pa.string()), ("subtype", pa.string()), ("class", pa.string()),
    ("subclass", pa.string()),
    ("names", pa.struct([("primary", pa.string()), ("common", pa.map_(pa.string(), pa.string())),
                         ("rules", pa.list_(pa.struct([("variant", pa.string()), ("value", pa.string()), ("between", _between)])))])),
    ("connectors", pa.list_(pa.struct([("connector_id", pa.string()), ("at", pa.float64())]))),
    ("routes", pa.list_(pa.struct([("ref", pa.string()), ("between", _between)]))),
    ("access_restrictions", pa.list_(pa.struct([("access_type", pa.string()), ("when", _when), ("between", _between)]))),
    ("speed_limits", pa.list_(pa.struct([("max_speed", _speed), ("when", _when), ("between", _between)]))),
    ("prohibited_transitions", pa.list_(pa.struct([("sequence", pa.list_(_step)), ("final_heading", pa.string()), ("when", _when),
                                                   ("between", _between)]))),
    ("road_surface", pa.list_(pa.struct([("value", pa.string()), ("between", _between)]))),
    ("road_flags", pa.list_(pa.struct([("values", pa.list_(pa.string())), ("between", _between)])))])


def wkb(shape, order="<"):
    line = shape["type"] == "LineString"
    points = np.array(shape["coordinates"], float).ravel()
    head = struct.pack(order + ("BII" if line else "BI"), order == "<", *((2, len(points) // 2) if line else (1,)))
    return head + struct.pack(f"{order}{len(points)}d", *points)


def write_parquet(found, path, order="<"):
    rows = [{"id": one["id"], "geometry": wkb(one["geometry"], order), **one["properties"]} for one in found]
    pq.write_table(pa.Table.from_pylist(rows, schema=_schema.with_metadata({b"geo": b"{}"})), path, row_group_size=700)


def same_network(a, b):
    assert list(a.node_ids) == list(b.node_ids)
    for name in ("tail", "head"):
        np.testing.assert_array_equal(getattr(a, name), getattr(b, name))
    for name in ("length", "time", "free_speed"):
        np.testing.assert_array_equal(a.column(name), b.column(name))
    for name in ("name", "ref", "segment_id", "facility_type"):
        assert list(a.text(name)) == list(b.text(name))


def road(name="S", **more):
    return {"type": "Feature", "id": name, "geometry": {"type": "LineString", "coordinates": [[0, 0], [0.01, 0]]},
            "properties": {"type": "segment", "subtype": "road", "class": "primary",
                           "connectors": [{"connector_id": "a", "at": 0}, {"connector_id": "b", "at": 1}], **more}}


@pytest.fixture(scope="module", params=["krems.osm.gz", "moscow.osm.gz", "reno_east3.osm"])
def city(request):
    path = _data / request.param
    if not path.exists():
        pytest.skip(f"{path} is missing")
    return path


@pytest.fixture(scope="module")
def told(city):
    return features(str(city))


def test_a_city_by_both_schemas(city, told, tmp_path_factory):
    path = tmp_path_factory.mktemp("city") / "city.geojson"
    write_geojson(told, path)
    # Overture has no sidewalk=separate, beside which the foot profile walks at 4 km/h instead of 5.
    for profile, tolerance in (("car", 0.05), ("truck", 0.05), ("bicycle", 0.05), ("foot", 0.11)):
        by_osm = allways.read_network(city, profile=profile)
        by_overture = allways.read_network(path, profile=profile)
        ids = [str(node) for node in by_osm.node_ids]
        both = sorted(set(ids) & {str(node)[1:] for node in by_overture.node_ids})
        # Walkers have further nodes in OpenStreetMap where they cross areas.
        assert len(both) > (0.98 if profile in ("car", "truck") else 0.8) * len(ids)
        some = both[::max(1, len(both) // 150)]
        times = [network.table([place(node) for node in some], [place(node) for node in some], cost="time").to_numpy()
                 for network, place in ((by_osm, int), (by_overture, "n{}".format))]
        reachable = np.isfinite(times[0]) & (times[0] > 0)
        reached = reachable & np.isfinite(times[1])
        assert reached.sum() > 0.98 * reachable.sum()
        assert abs(np.median(times[1][reached] / times[0][reached]) - 1) < tolerance


def test_parquet_equals_geojson(told, tmp_path):
    write_geojson(told, tmp_path / "city.geojson")
    by_text = allways.read_network(tmp_path / "city.geojson")
    write_parquet(told, tmp_path / "city.parquet")
    same_network(allways.read_network(tmp_path / "city.parquet"), by_text)
    segments = [one for one in told if one["properties"]["type"] == "segment"]
    write_parquet(segments, tmp_path / "segments.parquet")
    write_parquet(segments, tmp_path / "big_endian.parquet", ">")
    same_network(allways.read_network(tmp_path / "segments.parquet"), allways.read_network(tmp_path / "big_endian.parquet"))


def test_every_column_arrives(tmp_path):
    whole = road(
        names={"primary": 'A "B"\\ C\tD', "rules": [{"variant": "common", "value": "Ü", "between": [0.5, 1]}]},
        routes=[{"ref": "E 2", "between": None}],
        access_restrictions=[{"access_type": "denied", "when": {"heading": "backward"}}],
        speed_limits=[{"max_speed": {"value": 50, "unit": "km/h"}, "between": [0, 0.5]}],
        road_surface=[{"value": "paved"}], road_flags=[{"values": ["is_bridge"]}])
    write_parquet([whole], tmp_path / "one.parquet")
    network = allways.read_network(tmp_path / "one.parquet")
    assert [str(node) for node in network.node_ids] == ["a", "b", "S@0.5"]
    assert list(network.column("free_speed")) == [40, 65]
    assert list(network.text("name")) == ['A "B"\\ C\tD', "Ü"] and list(network.text("ref")) == ["E 2", "E 2"]


def test_errors_name_the_file_and_the_feature(tmp_path):
    path = tmp_path / "bad.parquet"
    write_parquet([road(), road("T", speed_limits=[{"max_speed": {"value": 50, "unit": "knots"}}])], path)
    with pytest.raises(InputError, match=r"bad.parquet: row 2: feature 'T': speed_limits\[0\].max_speed.unit: expected one of km/h, mph"):
        allways.read_network(path)
    table = pq.read_table(path)
    shapes = pa.array([b"\x01\x02", b"\x01\x02"])
    pq.write_table(table.set_column(1, "geometry", shapes), path)
    with pytest.raises(InputError, match="bad.parquet: .*a geometry is not WKB"):
        allways.read_network(path)
    polygon = pa.array([struct.pack("<BII", 1, 3, 0)] * 2)
    pq.write_table(table.set_column(1, "geometry", polygon), path)
    with pytest.raises(InputError, match="feature 'S': geometry: expected a LineString, found geometry of type 3 of WKB"):
        allways.read_network(path)
    path.write_bytes((tmp_path / "bad.parquet").read_bytes()[:-30])
    with pytest.raises(InputError, match="not a Parquet file that can be read, or damaged"):
        allways.read_network(path)


def test_layers_with_the_same_columns(tmp_path):
    """As GDAL reads GeoParquet: members of structures are fields, nested columns are texts of JSON."""
    whole = road(names={"primary": 'High "Street"', "rules": [{"variant": "common", "value": "Low", "between": [0.5, 1]}]},
                 speed_limits=[{"max_speed": {"value": 50, "unit": "km/h"}, "between": [0, 0.5]}],
                 road_flags=[{"values": ["is_tunnel"]}])
    write_geojson([whole], tmp_path / "one.geojson")
    told = whole["properties"]
    columns = {"id": "S", "subtype": "road", "class": "primary", "subclass": None, "names.primary": told["names"]["primary"],
               "names.rules": json.dumps(told["names"]["rules"]), "version": 1, "routes": None,
               **{name: json.dumps(told[name]) for name in ("connectors", "speed_limits", "road_flags")}}
    frame = gpd.GeoDataFrame({name: [value] for name, value in columns.items()}, crs="EPSG:4326",
                             geometry=[shapely.LineString(whole["geometry"]["coordinates"])])
    for name in ("one.gpkg", "one.fgb"):
        frame.to_file(tmp_path / name, engine="pyogrio")
        same_network(allways.read_network(tmp_path / name, format="overture"), allways.read_network(tmp_path / "one.geojson"))
    frame.to_crs(3857).to_file(tmp_path / "plane.gpkg", engine="pyogrio")
    with pytest.raises(InputError, match="expected coordinates in WGS 84, found WGS 84 / Pseudo-Mercator"):
        allways.read_network(tmp_path / "plane.gpkg", format="overture")


def test_geojson_lines(tmp_path):
    path = tmp_path / "roads.geojsonseq"
    path.write_text("\n".join(json.dumps(road(name, connectors=[{"connector_id": name, "at": 0}, {"connector_id": "m", "at": 1}]))
                              for name in "ST"))
    assert allways.read_network(path).arc_count == 4
