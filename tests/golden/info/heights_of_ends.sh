# A bridge over a road does not meet it, although both have an end there: their heights differ.
f() { echo "{\"type\":\"Feature\",\"properties\":{},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[$1]}}"; }
for i in 0 1 2 3 4; do
    h=5; [ $i = 2 ] && h=12
    f "[0.00$i,51,5],[0.00$((i + 1)),51,6]"
    f "[0.00$i,50.999,5],[0.00$i,51,$h]"
    f "[0.00$i,51,$h],[0.00$i,51.001,5]"
done > roads.geojsonl
allways info roads.geojsonl | grep -e ^nodes -e levels
allways info roads.geojsonl --strict > strict.txt
echo "exit $?"
allways info roads.geojsonl --join heights --strict | grep ^nodes
allways info roads.geojsonl --join ends --strict | grep ^nodes
sed -i 's/,12\]/,6]/' roads.geojsonl
allways info roads.geojsonl --strict | grep ^nodes
allways info fixtures/lanes.geojson -q --join heights
# exit 2
