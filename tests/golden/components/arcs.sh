# Every arc as a line with its component, none between components.
printf 'from,to,cost,x1,y1,x2,y2\na,b,1,0,0,1,0\nb,a,1,1,0,0,0\nb,c,1,1,0,2,0\n' > roads.csv
allways components roads.csv --directed -o - -f csv --what arcs -q
allways components roads.csv --directed -o - -f geojson --what arcs -q --crs EPSG:4326
allways components roads.csv --directed -o both.gpkg -q > list.txt && allways info both.gpkg --layer component_arc -q --join ends | grep ^arcs
allways components roads.csv --directed --what arcs
echo "exit $?"
