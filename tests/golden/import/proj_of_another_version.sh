# exit 3
mkdir old
python3 - <<'END'
import sqlite3
rows = [("DATABASE.LAYOUT.VERSION.MAJOR", "0"), ("DATABASE.LAYOUT.VERSION.MINOR", "1")]
with sqlite3.connect("old/proj.db") as database:
    database.execute("CREATE TABLE metadata (key TEXT, value TEXT)")
    database.executemany("INSERT INTO metadata VALUES (?, ?)", rows)
END
PROJ_DATA=old PROJ_LIB=old allways import fixtures/village.osm -o village.gpkg
