# Zones that are polygons are points at their centroids; points of the same layer stay where they are.
ring() { echo "{\"type\":\"Feature\",\"properties\":{\"id\":\"$1\"},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[$2,$3],[$4,$3],[$4,$5],[$2,$5],[$2,$3]]]}}"; }
printf '{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[7,43],[7.01,43],[7.02,43]]}}\n' > roads.geojsonl
{ ring west 6.999 42.999 7.001 43.001; ring east 7.019 42.999 7.021 43.001; } > zones.geojsonl
allways table roads.geojsonl --oneway-field '' --cost length --points zones.geojsonl -o - -f csv
{ ring west 6.999 42.999 7.001 43.001; echo '{"type":"Feature","properties":{"id":"stop"},"geometry":{"type":"Point","coordinates":[7.01,43]}}'; } > mixed.geojsonl
allways table roads.geojsonl --oneway-field '' --cost length --points mixed.geojsonl -o - -f csv
allways table roads.geojsonl --oneway-field '' --cost length --points mixed.geojsonl --decimals 0 -o - -f csv -q
