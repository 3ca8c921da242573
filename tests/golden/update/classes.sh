# Factors by class: times are divided by the factor of the speed; other costs are multiplied exactly.
mkdir gmns
printf 'node_id,x_coord,y_coord\n1,8.0,47.0\n2,8.01,47.0\n3,8.02,47.0\n' > gmns/node.csv
printf 'link_id,from_node_id,to_node_id,directed,length,free_speed,toll,facility_type\n1,1,2,1,1,50,1.25,primary\n2,2,3,1,1,50,2,residential\n' > gmns/link.csv
printf 'dataset_name,short_length,long_length,speed,time,crs\ntown,m,km,km/h,s,4326\n' > gmns/config.csv
allways import gmns -o roads.gpkg --crs EPSG:4326 -q
printf 'class,speed_factor\nprimary,0.7\n' > factors.csv
allways update roads.gpkg --speeds factors.csv --cost time -o slow.gpkg -q 2>&1
allways table slow.gpkg --points 1,2,3 --cost time -f csv -o - -q
printf 'class,cost_factor\nprimary,1.5\nresidential,inf\nmotorway,2\n' > factors.csv
allways update roads.gpkg --speeds factors.csv --cost toll -o dear.gpkg 2>&1 | grep -v ms
allways table dear.gpkg --lenient --points 1,2,3 --cost toll -f csv -o - -q
printf 'class,speed_factor\nprimary,0.3\n' > factors.csv
allways update roads.gpkg --speeds factors.csv --cost toll -o no.gpkg 2>&1; echo "exit $?"
printf 'class,speed_factor\nprimary,fast\n' > factors.csv
allways update roads.gpkg --speeds factors.csv --cost time -o no.gpkg 2>&1; echo "exit $?"
test -e no.gpkg || echo nothing is written
