# A line that was cut is closed by its own id, and so is one of its parts.
f() { echo "{\"type\":\"Feature\",\"properties\":{$1},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[$2]}}"; }
f '"id":7,"maxspeed":50' '[0,51],[0.001,51],[0.002,51]' > roads.geojsonl
f '"id":8,"maxspeed":50' '[0.001,51],[0.001,51.001]' >> roads.geojsonl
allways import roads.geojsonl --join vertices -o roads.gpkg -q
printf 'arc,speed_kmh\n7,0\n' > closed.csv
allways update roads.gpkg --speeds closed.csv --cost time -o all.gpkg -q && allways solve all.gpkg --lenient --cost time -o - -f csv -q
printf 'arc,speed_kmh\n7.1,0\n' > closed.csv
allways update roads.gpkg --speeds closed.csv --cost time -o one.gpkg -q && allways solve one.gpkg --lenient --cost time -o - -f csv -q
printf 'arc,cost\n7,12\n' > costs.csv
allways update roads.gpkg --speeds costs.csv --cost time -o no.gpkg 2>&1 | grep -o 'the road has several arcs.*'
