# Rows of costs and lists of speeds come from spreadsheets, too.
f() { echo "{\"type\":\"Feature\",\"properties\":{$1},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[$2]}}"; }
f '"id":7,"class":"straße"' '[0,51],[0.01,51]' > roads.geojsonl
printf 'stra\xdfe=50\n' > speeds.txt
allways import roads.geojsonl --class-speeds @speeds.txt -o roads.gpkg -q
printf 'class,cost_factor\nstra\xdfe,2\n' > factors.csv
allways update roads.gpkg --speeds factors.csv --cost time -o slow.gpkg
allways solve slow.gpkg --cost time -o - -f csv -q
allways update roads.gpkg --speeds factors.csv --cost time -O -o slow.gpkg --encoding latin1 --strict && echo stated
allways update roads.gpkg --speeds factors.csv --cost time -O -o slow.gpkg --strict -q
echo "exit $?"
