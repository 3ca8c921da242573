# Rules that the options leave out are reported.
mkdir town
printf 'node_id,x_coord,y_coord\n1,0,0\n2,100,0\n3,200,0\n4,100,100\n' > town/node.csv
printf 'link_id,from_node_id,to_node_id,directed,length,free_speed\n12,1,2,1,100,50\n23,2,3,1,100,50\n24,2,4,1,100,50\n' > town/link.csv
printf 'short_length,long_length,speed\nm,m,kph\n' > town/config.csv
printf 'mvmt_id,node_id,ib_link_id,ob_link_id,type,penalty\n1,2,12,23,thru,7\n' > town/movement.csv
allways info town --turns none | grep turn
allways info town --turns restrictions | grep turn
printf 'link_id,from_node_id,to_node_id,directed,length\n12,1,2,1,100\n23,2,3,1,100\n24,2,4,1,100\n' > town/link.csv
allways info town | grep turn
