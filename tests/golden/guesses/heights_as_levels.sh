# Fields of levels may have heights, which differ from line to line.
f() { echo "{\"type\":\"Feature\",\"properties\":{\"F_ELEV\":$1,\"T_ELEV\":$2},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[$3]}}"; }
f 410.5 411.2 '[0,51],[0.001,51]' > roads.geojsonl
f 411.3 412 '[0.001,51],[0.002,51]' >> roads.geojsonl
f 412.1 413 '[0.002,51],[0.003,51]' >> roads.geojsonl
allways info roads.geojsonl | grep ^components
allways info roads.geojsonl --join ends --strict -q --oneway-field '' | grep ^components
