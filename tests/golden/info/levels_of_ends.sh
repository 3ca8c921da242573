# A bridge over a road does not meet it, although both have an end there.
f() { echo "{\"type\":\"Feature\",\"properties\":{\"F_ZLEV\":$1,\"T_ZLEV\":$2},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[$3]}}"; }
f 0 0 '[0,51],[0.001,51]' > roads.geojsonl
f 0 0 '[0.001,51],[0.002,51]' >> roads.geojsonl
f 0 1 '[0.001,50.999],[0.001,51]' >> roads.geojsonl
f 1 0 '[0.001,51],[0.001,51.001]' >> roads.geojsonl
allways info roads.geojsonl -q | grep -e ^nodes -e ^components -e levels
allways info roads.geojsonl -q --join crossings | grep -e ^nodes -e ^components
