allways solve fixtures/village.osm -o village.omx --quiet
allways convert village.omx - -f desire-geojson --cutoff 22 | head -4
allways convert village.omx village.desire.gpkg --cutoff 0.5 --unit min
python3 - <<'PYTHON'
import sqlite3
file = sqlite3.connect("village.desire.gpkg")
print(file.execute("SELECT table_name, srs_id FROM gpkg_contents").fetchall())
print(file.execute('SELECT "from", "to", time_min FROM desire_line WHERE "to" = 7').fetchall())
print(file.execute("SELECT count(*), sum(geom IS NULL), max(time_min) FROM desire_line").fetchall())
PYTHON
