# Ids in Windows-1252 are stated as such in every command that reads points.
printf 'id,lon,lat\nM\xfchle,8.0001,46.9999\nCaf\xe9,8.0085,47.0041\n' > points.csv
printf 'M\xfchle,Caf\xe9,3\n' > trips.csv
allways table fixtures/village.osm --points points.csv --points-encoding windows-1252 -o - -f csv -q
allways snap fixtures/village.osm --points points.csv --points-encoding windows-1252 -o - -f csv -q | cut -d, -f1
allways path fixtures/village.osm --from points.csv --to 3 --points-encoding windows-1252 -f csv -q | cut -d, -f1-3 | sed -n 1,2p
allways isochrone fixtures/village.osm --from points.csv --points-encoding windows-1252 --cutoff 60 --what nodes -o - -f csv -q | sed -n 1,2p
allways access fixtures/village.osm --origins points.csv --destinations points.csv --points-encoding windows-1252 --nearest 1 -o - -f csv -q
allways assign fixtures/village.osm --pairs trips.csv --trips column_3 --points points.csv --points-encoding windows-1252 -o - -f csv -q | wc -l
printf "from,to\nM\xfchle,Caf\xe9\n" > ends.csv
allways draw fixtures/village.osm --pairs ends.csv --points points.csv --points-encoding windows-1252 -o map.svg -q && grep -c '<svg' map.svg
printf 'arc,cost\n1,500\n' > set.csv
allways compare fixtures/village.osm --set set.csv --points points.csv --points-encoding windows-1252 -o - -f csv -q | sed -n 1p
