# Zones that cannot be: each is an error that names its line.
printf 'from,to,cost\n1,2,2\n2,3,3\n3,1,1\n' > ring.csv
table() { printf "$1" > zones.csv; allways table ring.csv --points zones.csv -o - -f csv; echo "exit $?"; }
table 'zone_id,node_id,share\na,1,0.5\nb,3,1\na,2,0.4\n'
table 'zone_id,node_id,share\na,1,0.5\na,9,0.5\n'
table 'zone_id,node_id,share\na,1,1.5\na,2,-0.5\n'
table 'zone_id,node_id,share\na,1,0.5\na,2,half\n'
table 'zone_id,node_id,share\na,1,0.5\na,2\n'
table 'zone_id,node_id\na,1\na,"@7.4,43.7"\n'
printf 'zone_id,node_id\na,1\na,2\n' > zones.csv
allways path ring.csv --from zones.csv --to 3; echo "exit $?"
printf 'from,to\na,a\n' > pairs.csv
allways path ring.csv --pairs pairs.csv --points zones.csv; echo "exit $?"
allways isochrone sioux_falls --from zones.csv --cutoff 5 -o areas.gpkg; echo "exit $?"
