#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Nothing that a file says opens another file or an address: commands that read such files, watched by strace.

    foreign_files_test.py --bin FOLDER_OF_THE_COMMAND [--keep] [--only NAME]

Each case is a file that names something in the folder `elsewhere`, or an address of this machine at which nobody
listens.
"""

import argparse
import ctypes
import ctypes.util
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import zipfile
from xml.sax.saxutils import escape

ADDRESS = "http://127.0.0.1:9"
PATH = "path {} --from 1 --to 2 -f geojson"
OF_TABLES = ("info {}", PATH, "convert {} made.csv")
ROADS = {"type": "FeatureCollection", "features": [
    {"type": "Feature", "properties": {"name": f"road {i}"},
     "geometry": {"type": "LineString", "coordinates": [[7 + i / 1000, 46], [7 + (i + 1) / 1000, 46]]}}
    for i in range(4)]}
GRAPHML = """<graphml><key id="c" for="edge" attr.name="time" attr.type="double"/><key id="x" for="node" attr.name="x"
attr.type="double"/><key id="y" for="node" attr.name="y" attr.type="double"/><key id="s" for="graph" attr.name="crs"
attr.type="string"/><graph edgedefault="directed"><data key="s">{}</data><node id="a"><data key="x">7</data>
<data key="y">46</data></node><node id="b"><data key="x">7.1</data><data key="y">46</data></node>
<edge source="a" target="b"><data key="c">1</data></edge></graph></graphml>"""
GML = """<ogr:FeatureCollection xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
xsi:schemaLocation="http://ogr.maptools.org/ {schema}" xmlns:ogr="http://ogr.maptools.org/"
xmlns:gml="http://www.opengis.net/gml">
<gml:featureMember><ogr:roads fid="r.0"><ogr:geometryProperty><gml:LineString srsName="{system}">
<gml:coordinates>7,46 7.1,46</gml:coordinates></gml:LineString></ogr:geometryProperty></ogr:roads></gml:featureMember></ogr:FeatureCollection>"""
VECTOR_VRT = """<OGRVRTDataSource><OGRVRTLayer name="roads"><SrcDataSource>{}</SrcDataSource><SrcLayer>roads</SrcLayer>
</OGRVRTLayer></OGRVRTDataSource>"""
WFS = "<OGRWFSDataSource><URL>{}/wfs</URL></OGRWFSDataSource>"
RASTER_VRT = """<VRTDataset rasterXSize="10" rasterYSize="10"><SRS>EPSG:4326</SRS>
<GeoTransform>6.9,0.1,0,46.5,0,-0.1</GeoTransform>
<VRTRasterBand dataType="Float32" band="1"><SimpleSource><SourceFilename>{}</SourceFilename><SourceBand>1</SourceBand>
</SimpleSource></VRTRasterBand></VRTDataset>"""
WMS = """<GDAL_WMS><Service name="TMS"><ServerUrl>{}/${{z}}/${{x}}/${{y}}.png</ServerUrl></Service><DataWindow>
<UpperLeftX>-180</UpperLeftX><UpperLeftY>90</UpperLeftY><LowerRightX>180</LowerRightX><LowerRightY>-90</LowerRightY>
<TileLevel>2</TileLevel><YOrigin>top</YOrigin></DataWindow><Projection>EPSG:4326</Projection><BandsCount>1</BandsCount>
</GDAL_WMS>"""


class Hdf5:
    """The few calls of HDF5's library with which the cases change files."""

    def __init__(self):
        name = ctypes.util.find_library("hdf5_serial") or ctypes.util.find_library("hdf5")
        self.calls = ctypes.CDLL(name)
        for call in ("H5Fopen", "H5Aopen", "H5Aget_type", "H5Tcopy", "H5Screate", "H5Acreate2"):
            getattr(self.calls, call).restype = ctypes.c_int64
        self.calls.H5open()

    def link(self, path, name, target, target_name):
        file = ctypes.c_int64(self.calls.H5Fopen(str(path).encode(), 1, ctypes.c_int64(0)))
        assert self.calls.H5Ldelete(file, name.encode(), ctypes.c_int64(0)) >= 0
        assert self.calls.H5Lcreate_external(str(target).encode(), target_name.encode(), file, name.encode(),
                                             ctypes.c_int64(0), ctypes.c_int64(0)) >= 0
        self.calls.H5Fclose(file)

    def attribute(self, path, group, name, text):
        file = ctypes.c_int64(self.calls.H5Fopen(str(path).encode(), 1, ctypes.c_int64(0)))
        self.calls.H5Oopen.restype = ctypes.c_int64
        where = ctypes.c_int64(self.calls.H5Oopen(file, group.encode(), ctypes.c_int64(0)))
        assert self.calls.H5Adelete(where, name.encode()) >= 0, (path, group, name)
        text = text.encode()
        made = ctypes.c_int64(self.calls.H5Tcopy(ctypes.c_int64.in_dll(self.calls, "H5T_C_S1_g")))
        self.calls.H5Tset_size(made, ctypes.c_size_t(len(text)))
        space = ctypes.c_int64(self.calls.H5Screate(0))
        attribute = ctypes.c_int64(self.calls.H5Acreate2(where, name.encode(), made, space, ctypes.c_int64(0),
                                                         ctypes.c_int64(0)))
        assert self.calls.H5Awrite(attribute, made, text) >= 0
        for close, what in (("H5Aclose", attribute), ("H5Oclose", where), ("H5Fclose", file)):
            getattr(self.calls, close)(what)


class Cases:
    """Files, and the commands that read each; `{}` in a command is the file."""

    def __init__(self, command, work):
        self.command, self.work, self.hdf5, self.all = command, work, Hdf5(), []
        elsewhere = work / "elsewhere"
        elsewhere.mkdir()
        self.roads = elsewhere / "roads.geojson"
        self.roads.write_text(json.dumps(ROADS))
        self.grid = elsewhere / "grid.asc"
        self.grid.write_text("ncols 10\nnrows 10\nxllcorner 6.9\nyllcorner 45.5\ncellsize 0.1\n" + "500 " * 100)
        (work / "plain.geojson").write_text(json.dumps(ROADS))
        self.run("import", "plain.geojson", "-o", "network.gpkg")
        self.run("solve", "network.gpkg", "-o", "table.omx")
        self.run("convert", "network.gpkg", "network.gmns")
        shutil.copy(work / "table.omx", elsewhere)

    def run(self, *arguments):
        subprocess.run([self.command, *arguments, "-q"], cwd=self.work, check=True)

    def add(self, name, text, *commands):
        path = self.work / name
        if isinstance(text, str):
            path.write_text(text)
        self.all.append((name, commands or ("info {}", PATH, "convert {} made.gpkg", "draw {} -o made.svg")))
        return path

    def copy(self, source, name, *commands):
        (shutil.copytree if (self.work / source).is_dir() else shutil.copy)(self.work / source, self.work / name)
        return self.add(name, None, *commands)

    def systems(self):
        """Reference systems, one after the other, that files give as an address or another file."""
        elsewhere = self.work / "elsewhere"
        (elsewhere / "system.wkt").write_text('GEOGCS["x"]')
        (elsewhere / "init").write_text("<1> +proj=longlat +datum=WGS84 <>\n")
        return {"address": f"{ADDRESS}/system", "file": str(elsewhere / "system.wkt"),
                "dict": f"dict:{elsewhere}/system.wkt,1",
                "init": f"+init={elsewhere}/init:1", "near": "+init=elsewhere/init:1",
                "grid": f"+proj=longlat +ellps=bessel +nadgrids={self.grid}",
                "grid_address": f"+proj=longlat +ellps=bessel +nadgrids={ADDRESS}/grid.tif",
                "wkt": 'GEOGCS["x",DATUM["y",SPHEROID["z",6377397,299],EXTENSION["PROJ4_GRIDS","%s"]],'
                       'PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]' % self.grid}

    def make(self):
        for name, system in self.systems().items():
            self.add(f"system_{name}.graphml", GRAPHML.format(system))
            gmns = self.copy("network.gmns", f"system_{name}.gmns")
            config = (gmns / "config.csv").read_text()
            (gmns / "config.csv").write_text(config.replace("4326", '"' + system.replace('"', '""') + '"'))
            assert (gmns / "config.csv").read_text() != config
            package = self.copy("network.gpkg", f"system_{name}.gpkg")
            with sqlite3.connect(package) as database:
                database.execute("UPDATE gpkg_spatial_ref_sys SET definition=?, organization='X', "
                                 "organization_coordsys_id=7 WHERE srs_id=4326", (system,))
            table = self.copy("table.omx", f"system_{name}.omx", *OF_TABLES)
            self.hdf5.attribute(table, "/allways/coordinates", "crs", system)
            named = dict(ROADS, crs={"type": "name", "properties": {"name": system}})
            text = json.dumps(named)
            self.add(f"system_{name}.geojson", text)
            self.add(f"escaped_{name}.geojson", text.replace("grids", "gr\\u0069ds").replace("/", "\\/"))
            escaped = escape(system, {'"': "&quot;"})
            self.add(f"system_{name}.gml", GML.format(schema="none.xsd", system=escaped))
            self.add(f"escaped_{name}.gml", GML.format(schema="none.xsd", system=escaped.replace("i", "&#105;")
                                                       .replace("/", "&#x2F;")))
            self.run("convert", "network.gpkg", f"shape_{name}.shp")
            self.add(f"shape_{name}.prj", system)
            self.all[-1] = (f"shape_{name}.shp", self.all[-1][1])
            package = self.copy("network.gpkg", f"layer_{name}.gpkg", "info {} -F vector --layer link",
                                "convert {} made.gpkg -F vector --layer link")
            with sqlite3.connect(package) as database:
                database.execute("UPDATE gpkg_spatial_ref_sys SET definition=?, organization='X', "
                                 "organization_coordsys_id=7 WHERE srs_id=4326", (system,))
            self.late(f"late_{name}.gpkg", system)
        for kind in ("link", "url"):
            self.add(f"{kind}.geojson", json.dumps(dict(ROADS, crs={"type": kind, "properties": {
                "href": f"{ADDRESS}/system", "url": f"{ADDRESS}/system", "type": "ogcwkt"}})))
        for name, schema in (("address", f"{ADDRESS}/roads.xsd"), ("file", "elsewhere/roads.xsd"),
                             ("vsi", f"/vsicurl/{ADDRESS}/roads.xsd")):
            self.add(f"schema_{name}.gml", GML.format(schema=schema, system="EPSG:4326"))
        (self.work / "elsewhere/roads.xsd").write_text("<schema/>")
        for name, source in (("file", self.roads), ("address", f"/vsicurl/{ADDRESS}/roads.geojson")):
            for suffix in ("geojson", "shp", "gpkg", "vrt", "parquet"):
                self.add(f"vrt_{name}.{suffix}", VECTOR_VRT.format(source))
        self.add("wfs.geojson", WFS.format(ADDRESS))
        with zipfile.ZipFile(self.work / "archive.zip", "w") as archive:
            archive.writestr("roads.geojson", VECTOR_VRT.format(self.roads))
        self.add("archive.zip", None)
        with zipfile.ZipFile(self.work / "absolute.zip", "w") as archive:
            for name in ("a", "b"):
                archive.writestr(f"{self.work}/elsewhere/{name}.shp", "")
        self.add("absolute.zip", None)
        heights = "import plain.geojson --elevation {} -o made.gpkg"
        for name, text in (("vrt_file", RASTER_VRT.format(self.grid)), ("wms", WMS.format(ADDRESS)),
                           ("vrt_address", RASTER_VRT.format(f"/vsicurl/{ADDRESS}/grid.asc"))):
            for suffix in ("tif", "vrt"):
                self.add(f"{name}.{suffix}", text, heights)
        table = self.copy("table.omx", "link.omx", *OF_TABLES)
        with_data = [name for name in ("data/length_m", "data/length") if self.has(table, name)]
        self.hdf5.link(table, with_data[0], self.work / "elsewhere/table.omx", "/" + with_data[0])
        table = self.copy("table.omx", "link_group.omx", *OF_TABLES)
        self.hdf5.link(table, "data", self.work / "elsewhere/table.omx", "/data")
        self.databases()
        self.geodatabase()

    def late(self, name, system):
        """A layer, plain and zipped, whose reference system lies behind the file's first megabyte."""
        commands = ("info {} -F vector --layer link", "convert {} made.gpkg -F vector --layer link")
        package = self.copy("network.gpkg", name, *commands)
        with sqlite3.connect(package) as database:
            database.execute("CREATE TABLE filling(content BLOB)")
            database.execute("INSERT INTO filling VALUES(zeroblob(2000000))")
            longer = system.replace('"y"', f'"{"y" * 20000}"') if system.startswith("GEOGCS") else system.replace(" +", " " * 20000 + " +", 1)
            database.execute("UPDATE gpkg_spatial_ref_sys SET definition=?, organization='X', "
                             "organization_coordsys_id=7 WHERE srs_id=4326", (longer,))
        with zipfile.ZipFile(package.with_suffix(".zip"), "w") as archive:
            archive.write(package, name)
        self.add(package.with_suffix(".zip").name, None, *commands)

    def geodatabase(self):
        """File geodatabases, whose items state the reference system in UTF-8 and whose layer does in UTF-16."""
        ogr2ogr = shutil.which("ogr2ogr")
        if ogr2ogr is None:
            return
        # A text of the same length, whose end cuts off what followed the name.
        system = f'y",SPHEROID["z",6377397,299],EXTENSION["PROJ4_GRIDS","{self.grid}"]],PRIMEM["Greenwich",0],' \
                 'UNIT["Degree",0.0174532925199433]]\0'
        datum = "D_" + "x" * (len(system) - 2)
        folder = self.work / "system.gdb"
        subprocess.run([ogr2ogr, "-f", "OpenFileGDB", folder, "plain.geojson", "-a_srs", 'GEOGCS["n",DATUM["%s",SPHEROID["s",'
                        '6377397,299]],PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]]' % datum], cwd=self.work,
                       check=True)
        found = set()
        for table in folder.glob("*.gdbtable"):
            for encoding in ("utf-8", "utf-16-le"):
                if datum.encode(encoding) in table.read_bytes():
                    found.add(encoding)
                    table.write_bytes(table.read_bytes().replace(datum.encode(encoding), system.encode(encoding)))
        assert len(found) == 2
        self.add("system.gdb", None)
        shutil.make_archive(str(self.work / "geodatabase"), "zip", self.work, "system.gdb")
        self.add("geodatabase.zip", None)

    def has(self, file, name):
        opened = ctypes.c_int64(self.hdf5.calls.H5Fopen(str(file).encode(), 0, ctypes.c_int64(0)))
        found = self.hdf5.calls.H5Lexists(opened, name.encode(), ctypes.c_int64(0)) > 0
        self.hdf5.calls.H5Fclose(opened)
        return found

    def databases(self):
        """SQL that reads other files, by functions and virtual tables of GDAL and SpatiaLite."""
        layer = ("INSERT INTO gpkg_contents(table_name,data_type,identifier,srs_id) VALUES('{0}','{1}','{0}',4326)")
        for name, statement in (
                ("geocode", "CREATE VIEW v AS SELECT 1 AS fid, ogr_geocode('x') AS geom"),
                ("layers", f"CREATE VIEW v AS SELECT 1 AS fid, ogr_datasource_load_layers('{self.roads}') AS geom"),
                ("extension", "CREATE VIEW v AS SELECT 1 AS fid, load_extension('elsewhere/x.so') AS geom"),
                ("file", f"CREATE VIEW v AS SELECT 1 AS fid, readfile('{self.roads}') AS geom")):
            package = self.copy("network.gpkg", f"sql_{name}.gpkg", "info {} --layer v -F vector",
                                "convert {} made.gpkg -F vector --layer v", "info {} -F edge-list --layer v")
            with sqlite3.connect(package) as database:
                database.execute(statement)
                database.execute(layer.format("v", "features"))
                database.execute("INSERT INTO gpkg_geometry_columns VALUES('v','geom','LINESTRING',4326,0,0)")
        for name, arguments in (("VirtualOGR", f"'{self.roads}',0,'roads'"),
                                ("VirtualShape", f"'{self.roads}',UTF8,4326"),
                                ("VirtualText", f"'{self.roads}',UTF8,1,DOT")):
            file = self.add(f"{name}.sqlite", None, "info {} -F vector --layer v", "info {} -F edge-list --layer v",
                            "info {}")
            with sqlite3.connect(file) as database:
                database.execute("CREATE TABLE t(from_node INTEGER, to_node INTEGER, cost REAL)")
                database.execute("PRAGMA writable_schema=ON")
                database.execute("INSERT INTO sqlite_master VALUES('table','v','v',0,?)",
                                 (f"CREATE VIRTUAL TABLE v USING {name}({arguments})",))
            with zipfile.ZipFile(self.work / f"{name}.zip", "w") as archive:
                archive.write(file, f"{name}.sqlite")
            self.add(f"{name}.zip", None)


def watched(command, arguments, work):
    log = work / "strace.log"
    done = subprocess.run(["strace", "-f", "-qq", "-e", "trace=socket,connect,open,openat", "-o", log, command,
                           *arguments], cwd=work, capture_output=True, text=True, timeout=120,
                          env=dict(os.environ, PROJ_NETWORK="ON", ALLWAYS_CACHE_DIR=""))
    found = []
    for line in log.read_text(errors="replace").splitlines():
        if re.search(r"\b(socket|connect)\(", line) and "AF_INET" in line:
            found.append(line)
        if re.search(r"\bopen(at)?\(", line) and re.search(r'"[^"]*\b(elsewhere/|127\.0\.0\.1|vsicurl)', line):
            found.append(line)
    (work / "made.gpkg").unlink(missing_ok=True)
    (work / "made.csv").unlink(missing_ok=True)
    (work / "made.svg").unlink(missing_ok=True)
    return done, found


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--only", default="", help="files with this in their names")
    arguments = parser.parse_args()
    command = os.path.join(os.path.abspath(arguments.bin), "allways")
    if shutil.which("strace") is None:
        print("skipped: strace is missing, which scripts/install.sh --tests installs")
        return 77
    if subprocess.run(["strace", "-qq", "-o", "/dev/null", "true"], capture_output=True).returncode != 0:
        print("skipped: strace may not trace here")
        return 77
    failures = runs = 0
    work = pathlib.Path(tempfile.mkdtemp())
    try:
        cases = Cases(command, work)
        cases.make()
        for name, commands in cases.all:
            if arguments.only not in name:
                continue
            for line in commands:
                done, found = watched(command, line.format(name).split(), work)
                runs += 1
                if found or done.returncode < 0 or done.returncode not in (0, 2, 3, 4, 5, 6):
                    failures += 1
                    print(f"{line.format(name)}: ended with {done.returncode}")
                    for opened in found[:3]:
                        print(f"    {opened}")
                if arguments.keep:
                    print(f"{line.format(name)}: {done.returncode} {done.stderr.strip()[-300:]}")
        # The watcher sees what it looks for.
        _, found = watched(command, ["info", "elsewhere/roads.geojson"], work)
        assert found and cases.all
    finally:
        if not arguments.keep:
            shutil.rmtree(work)
    print(f"{runs} runs, {failures} opened something else")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
