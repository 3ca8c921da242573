# Places where lines look as if they met, but do not.
f() { echo "{\"type\":\"Feature\",\"properties\":{$1},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[$2]}}"; }
f '"id":1' '[0,51],[0.001,51]' > roads.geojsonl
f '"id":2' '[0.0005,50.999],[0.0005,51.001]' >> roads.geojsonl
f '"id":3' '[0.0008,51.000005],[0.0008,51.001]' >> roads.geojsonl
allways info roads.geojsonl | grep "^components"
allways info roads.geojsonl --join ends --oneway-field '' --strict -q | grep -e components -e joined
allways info roads.geojsonl --join crossings --tolerance 1 -q | grep "^components"
