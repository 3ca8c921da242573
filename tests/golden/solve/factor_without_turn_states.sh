# Closures of an hour may leave no turn states: this cost of the factor has no end places.
mkdir town && cd town
printf 'node_id,x_coord,y_coord\n1,8,47\n2,8.01,47\n' > node.csv
printf 'link_id,from_node_id,to_node_id,directed,length,free_speed\na,1,2,1,1000,50\nb,2,1,1,1000,50\n' > link.csv
printf 'mvmt_id,node_id,ib_link_id,ob_link_id,type,penalty\n1,2,a,b,uturn,30\n' > movement.csv
printf 'dataset_name,short_length,long_length,speed,time,crs\ntown,m,m,km/h,s,4326\n' > config.csv
cd ..
printf 'hour,arc,cost\n7,a,100\n8,a,inf\n' > closures.csv
allways solve town -o town.factor --factor-only --hourly closures.csv -q
for cost in time_7 time_8; do allways table town.factor --cost-field $cost --points 1,2 -o - -f csv -q; done
