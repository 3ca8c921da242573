# a start that lies on no road is named, and is none
allways reach fixtures/village.osm --from 1,@9,47 --cutoff 30 -o reach.geojson --json -q | grep -v area
grep -c '"start"' reach.geojson
