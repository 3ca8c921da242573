# exit 2
printf 'id,from,to,time_s,time_min,toll\n1,a,b,10,1,2\n' > line.csv
table() { allways table line.csv --points a,b -o table.omx -q "$@" 2>&1; }
for cost in 'time_s + tol' 'time_s +' 'time_s toll' 'time_s * toll' 'time_s / 0' '1 + 2'; do table --cost "$cost"; done
table --hourly 'time_{hour}' --cost 'time_s + toll'
printf 'arc,cost\n1,3\n' > speeds.csv
allways import line.csv -o line.gpkg -q
allways update line.gpkg --speeds speeds.csv --cost 'time_s + toll' 2>&1
allways convert line.gpkg -o line.gr --cost 'time_s + tol' -q 2>&1
allways import fixtures/village.osm -o town.gpkg -q
allways path town.gpkg --from 1 --to 2 --cost 'time + length' -q 2>&1
allways path town.gpkg --from 1 --to 2 --cost 'length + 0.5 * time + free_speed' -q 2>&1
table --cost 'time_s + toll ('
