# Columns x and y with degrees, on a network in Swiss metres.
printf 'from,to,cost\n1,2,5\n2,1,5\n' > a_net.csv
printf 'node_id,x,y\n1,2600000,1200000\n2,2601000,1201000\n' > a_node.csv
allways import a_net.csv -o a.gpkg --crs EPSG:2056 --quiet
printf 'id,x,y\nhome,7.445,46.955\n' > points.csv
allways snap a.gpkg --points points.csv -o - -f csv | cut -d, -f1,2
