# Speeds without a unit are mph where the layer is in feet, and km/h elsewhere.
f() { echo "{\"type\":\"Feature\",\"properties\":{$1},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[$2]}}"; }
crs() { echo '{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::'$1'"}},"features":['; paste -sd,; echo ']}'; }
{ f '"SPEED_LIMIT":25' '[600000,900000],[600300,900000]'; f '"SPEED_LIMIT":65' '[600300,900000],[600600,900000]'; } > lines
crs 2223 < lines > feet.geojson && allways solve feet.geojson --cost time -o - -f csv
allways solve feet.geojson --cost time -o - -f csv --speed-unit mph --oneway-field '' --strict -q | head -2
crs 32633 < lines > metres.geojson && allways solve metres.geojson --cost time -o - -f csv | head -2
# One impossible speed is no speed; many show that the field is something else.
{ f '"speed":50' '[0,1],[0.01,1]'; for i in 1 2 3 4 5 6; do f '"speed":60' "[0.0$i,1],[0.0$((i+1)),1]"; done; f '"speed":9999' '[0.07,1],[0.08,1]'; } > one.geojsonl
allways solve one.geojsonl --default-speed 50 --cost time -o - -f csv | tail -1
sed 's/60/600/' one.geojsonl > many.geojsonl && allways info many.geojsonl --oneway-field '' | grep "^speed"
