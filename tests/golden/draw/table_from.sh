allways draw fixtures/village.osm --from 1 -o from_map.html -q
allways solve fixtures/village.osm -o village.omx -q
allways draw village.omx --from 1 -o from_table.html -q
grep -o "<title>.*" from_table.html
