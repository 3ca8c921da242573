# Costs in another unit, in every format; lengths and times of arcs keep theirs.
allways path fixtures/village.osm --from 1 --to 5 --cost time --unit min --quiet | head -1
allways path fixtures/village.osm --from 1 --to 5 --cost time --unit min --steps arcs --quiet
allways path fixtures/village.osm --from 1 --to 5 --cost time --unit min -f csv --quiet
allways path fixtures/village.osm --from 1 --to 5 --cost time --unit min -f json --quiet | grep -E '"(unit|distance|cost|time_s)"'
allways path fixtures/village.osm --from 1 --to 5 --cost time --unit h -f geojson --quiet | grep -oE '"(unit|distance)":[^,]*'
allways path fixtures/village.osm --from 1 --to 5 --cost time --unit min -o path.gpkg --quiet
python3 -c "import sqlite3; print(sqlite3.connect('path.gpkg').execute('select unit, cost, time_s from path').fetchall())"
