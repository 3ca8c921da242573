# Points without positions: the column id is taken to name nodes of the network, unless it is stated. Beside node_id a
# column of ids, such as zone_id, has the ids of the rows. A column with some ids only is not used.
printf 'id,name,people\n5,west,10\n9,east,20\n' > people.csv
table() { allways table "$@" -f csv-long -o - -q; }
table sioux_falls --points people.csv
table sioux_falls --points people.csv --points-id id
printf 'id,node_id\n5,9\n9,5\n' > swapped.csv && table sioux_falls --points swapped.csv
allways path sioux_falls --from swapped.csv --to 2 -f csv -o - -q | cut -d, -f1-3 | head -3
printf 'node_id,lon,lat,zone_id\n5,7.4,43.7,A\n9,7.5,43.7,B\n' > zones.csv && table sioux_falls --points zones.csv
table sioux_falls --points zones.csv --points-id node_id
printf 'from,to,trips\nA,B,5\n' > trips.csv
allways assign sioux_falls --pairs trips.csv --points zones.csv -f csv -o /dev/null
allways table sioux_falls --points people.csv --strict -f csv -o -
# exit 3
