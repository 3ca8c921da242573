# Lengths are in the unit of config.csv that fits the places; without a mode the links of all uses are read.
mkdir town && printf 'short_length,long_length,speed,crs\nfoot,mile,mph,3735\n' > town/config.csv
printf 'node_id,x_coord,y_coord\n1,0,0\n2,1000,0\n3,1000,1000\n' > town/node.csv
printf 'link_id,from_node_id,to_node_id,length,free_speed,allowed_uses\n1,1,2,1000,30,auto\n2,2,3,1000,30,"bike,walk"\n' > town/link.csv
allways solve town --cost length -o - -f csv
allways solve town --cost length -o - -f csv --length-unit mi --mode auto -q
allways solve town --cost length -o - -f csv --length-unit ft --strict || echo $?
