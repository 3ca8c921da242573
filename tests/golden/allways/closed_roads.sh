# A line across the village closes roads in every command that reads a network.
printf '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[8.0,47.002],[8.03,47.002]]}}]}' > wall.geojson
printf '1,2,3\n' > trips.csv
allways info fixtures/village.osm --avoid wall.geojson -q | grep ^arcs
allways info fixtures/village.osm -q | grep ^arcs
allways import fixtures/village.osm --avoid wall.geojson -o net.gpkg -q && allways info net.gpkg -q | grep ^arcs
allways convert fixtures/village.osm net.gmns --turns none --avoid wall.geojson -q && sed 1d net.gmns/link.csv | wc -l
allways components fixtures/village.osm --avoid wall.geojson -q | sed -n 1p
allways simplify fixtures/village.osm --avoid wall.geojson -o small.gpkg -q && allways info small.gpkg -q | grep ^arcs
allways solve fixtures/village.osm --avoid wall.geojson -o - -f csv -q | sed -n 1,2p
allways table fixtures/village.osm --avoid wall.geojson --points 1,2 -o - -f csv -q
allways snap fixtures/village.osm --avoid wall.geojson --points fixtures/customers.csv -o - -f csv -q | cut -d, -f1
allways path fixtures/village.osm --avoid wall.geojson --from 1 --to 3 -f csv -q | cut -d, -f1-3 | sed -n 1,2p
allways explain fixtures/village.osm --avoid wall.geojson --from 1 --to 3 -q | sed -n 1p
allways isochrone fixtures/village.osm --avoid wall.geojson --from 1 --cutoff 60 --what nodes -o - -f csv -q | wc -l
allways access fixtures/village.osm --avoid wall.geojson --origins 1 --destinations 1,2 --nearest 1 -o - -f csv -q
allways assign fixtures/village.osm --avoid wall.geojson --pairs trips.csv --trips column_3 -o - -f csv -q | wc -l
allways centrality fixtures/village.osm --avoid wall.geojson --measures reach -o - -f csv -q | wc -l
allways draw fixtures/village.osm --avoid wall.geojson -o map.svg -q && grep -c '<svg' map.svg
printf 'arc,cost\n1,500\n' > set.csv
allways compare fixtures/village.osm --avoid wall.geojson --set set.csv --points 1,2 -o - -f csv -q | sed -n 1p
allways serve fixtures/village.osm --avoid nowhere.geojson -q; echo "exit $?"
