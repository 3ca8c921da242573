# Ids in Latin-1 are decoded, in every format.
printf 'id,from,to,time,x1,y1,x2,y2\nGr\xfcn,Stra\xdfe,Weg,5,8,47,8.1,47\n2,Weg,Stra\xdfe,7,8.1,47,8,47\n' > net.csv
street=Straße
is_json() { python3 -m json.tool > /dev/null && echo "$1"; }
allways table net.csv --points "$street,Weg" -o t.omx --quiet
allways info net.csv --json --quiet | is_json info
allways info t.omx --json | is_json "info of a table"
allways components net.csv --json --quiet | is_json components
allways reach net.csv --from "$street" --cutoff 9 -o r.geojson --what nodes --json --quiet | is_json reach && is_json "its nodes" < r.geojson
printf 'id,x,y\nM\xfchle,8.05,47\n' > points.csv
allways snap net.csv --points points.csv -o s.geojson --json --quiet | is_json snap && is_json "its points" < s.geojson
allways explain net.csv --from "$street" --to Weg --json --quiet | is_json explain
allways diff t.omx t.omx --json | is_json diff
for format in json geojson; do allways path net.csv --from "$street" --to Weg -f $format --quiet | is_json "path in $format"; done
allways convert t.omx - -f vroom --unreachable 99 --quiet | is_json vroom
allways convert t.omx - -f desire-geojson --quiet | is_json desire-geojson
allways convert t.omx - -f ortools --unreachable 99 --quiet | python3 -c 'import json, sys; print(json.load(sys.stdin)["ids"])'
allways convert t.omx t.npy --quiet && python3 -c 'print(open("t.ids.csv", "rb").read())'
allways convert t.omx - -f csv --quiet | python3 -c 'import sys; print(sys.stdin.buffer.read())'
allways convert t.omx t.sqlite --quiet
allways convert t.omx t.desire.gpkg --quiet
allways convert net.csv net.gpkg --quiet
allways path net.csv --from "$street" --to Weg -o p.gpkg --quiet
python3 - <<'PYTHON'
import sqlite3
for file, what in ("t.sqlite", "from_id, to_id, time FROM distance"), ("t.desire.gpkg", '"from", "to" FROM desire_line'), \
        ("net.gpkg", "link_id, from_node_id, to_node_id FROM link"), ("p.gpkg", '"from", arc FROM path_leg'):
    print(file, sqlite3.connect(file).execute("SELECT " + what).fetchall())
PYTHON
allways path net.gpkg --from Weg --to 'Straße' -f csv --quiet
allways convert net.csv net.graphml --quiet
python3 -c 'import xml.dom.minidom; print([node.getAttribute("id") for node in xml.dom.minidom.parse("net.graphml").getElementsByTagName("node")])'
