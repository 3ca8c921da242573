# Places where lines may have failed to meet, as a layer.
f() { echo "{\"type\":\"Feature\",\"properties\":{$1},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[$2]}}"; }
f '"id":1' '[0,51],[0.001,51]' > roads.geojsonl
f '"id":2' '[0.0005,50.999],[0.0005,51.001]' >> roads.geojsonl
f '"id":3' '[0.0008,51.000005],[0.0008,51.001]' >> roads.geojsonl
allways info roads.geojsonl --dangles gaps.csv -q | grep "not joined"
cat gaps.csv
allways info roads.geojsonl --dangles gaps.csv -q
echo "exit $?"
allways info roads.geojsonl --dangles gaps.csv -O -q --join crossings --tolerance 1 > joined.txt && cat gaps.csv
allways info fixtures/village.osm --dangles none.csv -q
echo "exit $?"
f '"id":1' '[0,51],[0.001,51],[0.001,51.001],[0,51]' > ring.geojsonl
allways info ring.geojsonl --dangles none.csv -q > ring.txt
echo "exit $?" && cat none.csv
