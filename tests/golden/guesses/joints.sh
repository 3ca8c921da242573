# The tolerance connects ends whatever the order of the features, and says where ends in between make it wider.
f() { echo "{\"type\":\"Feature\",\"properties\":{$1},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[$2]}}"; }
f '"id":1' '[500000,0],[500100,0]' > gaps
f '"id":2' '[500100.8,0],[500200,0]' >> gaps
f '"id":3' '[500101.6,0],[500101.6,90]' >> gaps
crs() { echo '{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::32633"}},"features":['; paste -sd,; echo ']}'; }
crs < gaps > gaps.geojson && allways info gaps.geojson --tolerance 1 | grep "^nodes"
tac gaps | crs > reversed.geojson && allways info reversed.geojson --tolerance 1 -q | grep "^nodes"
allways info gaps.geojson --tolerance 2 --oneway-field '' --strict -q | grep "^nodes"
