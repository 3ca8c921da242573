# Between nodes, with a skim beside the cost.
allways table fixtures/village.osm --origins 1,3 --destinations 7 --skim length -o - -f desire-geojson --quiet
allways table fixtures/village.osm --origins 1 --destinations 7,8 --skim length -o part.db --quiet
python3 -c 'import sqlite3; print(sqlite3.connect("part.db").execute("SELECT * FROM distance").fetchall())'
