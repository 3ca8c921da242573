# Speeds are texts with a unit.
printf 'from,to,length,maxspeed\n1,2,100,25 mph\n2,3,100,30 mph\n' > roads.csv
allways path roads.csv --directed --length-unit m --speed-field maxspeed --cost time --from 1 --to 3 -q | head -n 1
mkdir model
printf 'node_id,x_coord,y_coord\n1,0,0\n2,1,0\n3,2,0\n' > model/node.csv
printf 'link_id,from_node_id,to_node_id,directed,length,free_speed\n1,1,2,1,100,25 mph\n2,2,3,1,100,30 mph\n' > model/link.csv
allways path model --length-unit m --from 1 --to 3 -q | head -n 1
