# Directions name the roads by a usual field, or by the one that is named.
f() { echo "{\"type\":\"Feature\",\"properties\":{$1},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[$2]}}"; }
f '"STREETNAME":"Mill Lane","quarter":"North","speed":30' '[0,51],[0.001,51]' > roads.geojsonl
f '"STREETNAME":"High Street","quarter":"South","speed":30' '[0.001,51],[0.001,51.001]' >> roads.geojsonl
allways path roads.geojsonl --cost time --from 1 --to 3 -q -f csv
allways path roads.geojsonl --cost time --from 1 --to 3 -q -f csv --name-field quarter
allways info roads.geojsonl -q --name-field '' | grep -c '^name '
printf 'from,to,cost,road,StreetName\na,b,5,71,Mill Lane\n' > list.csv
allways info list.csv --directed -q | grep '^name '
allways info list.csv --directed --name-field road -q | grep '^name '
allways info roads.geojsonl --name-field speed -q
echo "exit $?"
