# Closed roads are the change: points, lines and polygons, or classes; the table before has all roads.
printf '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[8.007,47.0016],[8.01,47.0016]]}}]}' > works.geojson
allways import fixtures/village.osm -o village.gpkg -q
allways compare village.gpkg --avoid works.geojson --points 1,3,8 -q
allways solve village.gpkg --factor-only -o village.factor -q
allways compare village.factor --avoid works.geojson --points 1,3,8 -q | grep -e ^B -e ^differing -e ^reachable
allways compare village.gpkg --avoid works.geojson --without ferry --points 1,3,8 -q | grep -e ^B -e ^differing -e ^reachable
allways table village.gpkg --points 1,3,8 -o before.csv -q
allways table village.gpkg --points 1,3,8 -o after.csv -q --avoid works.geojson
allways diff before.csv after.csv -q | grep ^differing
allways compare village.gpkg --points 1,3,8
echo "exit $?"
