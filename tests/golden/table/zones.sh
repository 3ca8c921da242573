# Zones of several nodes: means by shares over the pairs of nodes with a path; ids of zones in every format.
printf 'from,to,cost,length\n1,2,2,20\n2,1,2,20\n2,3,3,30\n3,2,3,30\n3,4,4,40\n4,3,4,40\n4,5,1,10\n' > line.csv
printf 'zone_id,node_id,share\na,1,0.25\nb,3,1\na,2,0.75\nc,4,0.5\nc,5,0.5\n' > zones.csv
allways table line.csv --points zones.csv --skim length -o zones.omx
allways table zones.omx --points a,b,c -o - -f csv -q
allways convert zones.omx - -f csv-long -q
printf 'from,to\nc,b\na,c\n' > pairs.csv
allways table line.csv --points zones.csv --pairs pairs.csv -o - -f csv-long -q
echo equal shares; printf 'zone_id,node_id\na,1-2\na,3\nb,4\n' > equal.csv
allways table line.csv --points equal.csv -o - -f csv -q
echo one node each; printf 'zone_id,node_id\na,1\nb,4\n' > single.csv
allways table line.csv --points single.csv -o - -f csv -q
allways table line.csv --points zones.csv -o zones.tsp --unreachable 99 || echo $?
printf 'arc,cost\n1,10\n' > works.csv
allways compare line.csv --points zones.csv --set works.csv -o - -f csv-long -q
