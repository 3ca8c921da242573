# Durations of journeys that begin before the streets slow down, by class. A cell is the duration of that pair's path.
allways import fixtures/village.osm -o town.gpkg -q
printf 'class,speed_factor_7,speed_factor_8\nresidential,1,0.1\nsecondary,1,0.5\n' > day.csv
table() { allways table town.gpkg --points fixtures/customers.csv --hourly day.csv -q -o - "$@"; }
table --depart 6:00 -f csv
allways table town.gpkg --points fixtures/customers.csv -f csv -q -o - | cmp - <(table --depart 06:00 -f csv) && echo as without hours
table --depart 'Tue 07:59' --access-speed 5 -f csv
table --depart 07:59 --skim length --unit min -f csv-long
allways table town.gpkg --points fixtures/customers.csv --hourly day.csv --depart 07:59 -o t.omx --json -q | grep -E '"(departure|schedule|device)"'
allways info t.omx | grep departure
head -1 fixtures/customers.csv
allways path town.gpkg --from fixtures/customers.csv --to fixtures/customers.csv --hourly day.csv --depart 07:59 -q -f csv | cut -d, -f1-11 | tail -12
table --depart 08:00 --cost-type float32 -f csv 2>&1; echo "exit $?"
table --depart 08:00 --hours 7 -f csv 2>&1; echo "exit $?"
table --depart 08:00 --cost length -f csv 2>&1; echo "exit $?"
