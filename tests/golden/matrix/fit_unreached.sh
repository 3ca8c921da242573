# exit 6
# Zone 1 sends all its trips to zone 1, which attracts fewer.
printf 'node_id,1,2\n1,1,0\n2,1,1\n' > trips.csv
printf 'zone_id,origins,destinations\n1,2,1\n2,1,2\n' > targets.csv
allways matrix trips.csv --fit targets.csv -o fitted.csv
cut -d, -f1 fitted.csv
allways matrix trips.csv --fit targets.csv -o strict.csv --strict
