# Trips of zones are shared by their nodes: from the lists of pairs, and from matrices that name zones by a lookup.
printf 'from,to,cost\n1,2,2\n2,1,2\n2,3,3\n3,2,3\n3,4,4\n4,3,4\n4,5,1\n' > line.csv
printf 'zone_id,node_id,share\na,1,0.25\nb,3,1\na,2,0.75\nc,4,0.5\nc,5,0.5\n' > zones.csv
printf 'from,to,trips\nb,c,20\na,c,100\na,a,16\nc,b,8\n' > trips.csv
allways assign line.csv --pairs trips.csv --points zones.csv -o - -f csv
printf 'zone_id,node_id\n5,1\n5,2\n6,4\n' > zones.csv
allways assign line.csv --matrix fixtures/lookups.omx --matrix-name two --lookup west --points zones.csv -o - -f csv -q
