# Durations of journeys that begin before High Street slows down. A row with a path's end is that path's duration.
allways import fixtures/village.osm -o town.gpkg -q
printf 'class,speed_factor_7,speed_factor_8\nresidential,1,0.1\nprimary,1,0.5\n' > day.csv
table() { allways table town.gpkg --points fixtures/customers.csv --hourly day.csv -f csv -q -o - "$@"; }
table --depart 6:00
allways table town.gpkg --points fixtures/customers.csv -f csv -q -o - | cmp - <(table --depart 06:00) && echo as without hours
table --depart 'Tue 07:59' --unit s --access-speed 5
table --depart 07:59 --skim length -f csv-long
allways table town.gpkg --points fixtures/customers.csv --hourly day.csv --depart 07:59 -o t.omx --json -q | grep -E '"(departure|schedule|device)"'
allways info t.omx | grep departure
allways path town.gpkg --pairs <(printf 'depot,island\n') --points fixtures/customers.csv --hourly day.csv --depart 07:59 -q
table --depart 08:00 --cost-type float32; echo "exit $?"
table --depart 08:00 --hours 7; echo "exit $?"
