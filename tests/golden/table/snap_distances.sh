# How far both ends of a pair are from their roads: in files of pairs on request, in omx and npy in any case.
shops='fixtures/two_parts.geojson --points fixtures/shops.csv --quiet'
allways table $shops -o shops.long.csv --snap-distances && cat shops.long.csv
allways table $shops -o shops.sqlite --snap-distances
python3 -c 'import sqlite3; print(*sqlite3.connect("shops.sqlite").execute("SELECT * FROM field"), sep="\n")'
allways table $shops -o shops.desire.geojson --snap-distances && grep -o '"from":"post","to":"pier".*' shops.desire.geojson
allways table $shops -o shops.npy
python3 -c 'import json; print(json.load(open("shops.json"))["snap_distance_m"])'
cut -d, -f1-3 shops.long.csv > pairs.csv
for table in shops.long.csv shops.sqlite; do allways convert $table again.long.csv -O --quiet && cmp again.long.csv pairs.csv; done
