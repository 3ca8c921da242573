# One file for each hour, factors by class, and GMNS's times of the week give the same costs.
mkdir gmns && cd gmns
printf 'node_id,x_coord,y_coord\n1,8.0,47.0\n2,8.01,47.0\n3,8.02,47.0\n' > node.csv
printf 'link_id,from_node_id,to_node_id,directed,length,free_speed,facility_type\na,1,2,1,1,50,primary\nb,2,3,1,0.5,25,residential\nc,2,1,1,1,50,primary\n' > link.csv
printf 'dataset_name,short_length,long_length,speed,time,crs\ntown,m,km,km/h,s,4326\n' > config.csv
printf 'link_tod_id,link_id,time_day,timeday_id,free_speed,capacity\n1,a,01000000_0700_0800,,25,900\n2,c,,peak,25,\n3,b,01000000_0800_0900,,,700\n' > link_tod.csv
printf 'timeday_id,monday,tuesday,wednesday,thursday,Friday,saturday,sunday,holiday,start_time,end_time\npeak,1,0,0,0,0,0,0,1,07:00,08:00\n' > time_set_definitions.csv
cd ..
table() { allways table gmns --crs EPSG:4326 -q --points 1,2,3 --hourly "$@" -f csv-long -o - 2>&1; echo "exit $?"; }
table gmns/link_tod.csv
printf 'hour,class,speed_factor\n7,primary,0.5\n' > classes.csv && table classes.csv
printf 'facility_type,cost_factor_7\nprimary,2\n' > classes.csv && table classes.csv
printf 'from,to,speed,rate\n1,2,25,1\n2,1,25,\n' > speeds_07.csv && table 'speeds_{hour}.csv'
printf 'arc,speed_kmh\na,25\nc,25\n' > speeds_7.csv && table 'speeds_{hour}.csv'
rm speeds_07.csv && table 'speeds_{hour}.csv' --hours 7
table 'speeds_{hour}.csv' --hours 7-8
table 'nothing_{hour}.csv'
printf 'hour,class,speed_factor\n7,motorway,0.5\n' > classes.csv && table classes.csv
printf 'hour,class,speed_factor\n7,primary,-1\n' > classes.csv && table classes.csv
printf 'hour,class,factor\n7,primary,2\n' > classes.csv && table classes.csv
tod() { printf "link_tod_id,link_id,time_day,timeday_id,free_speed,allowed_uses\n1,$1\n" > gmns/link_tod.csv && table gmns/link_tod.csv; }
tod 'a,01111100_0730_0900,,25,'
tod 'a,0111110_0700_0900,,25,'
tod 'a,,night,25,'
tod 'a,01111100_0700_0900,,-25,'
tod 'a,01111100_0700_0900,,25,bike'
tod 'z,01111100_0700_0900,,25,'
tod 'a,01111100_0700_0900,,,'
