allways solve fixtures/village.osm -o town.factor --factor-only -q
printf 'arc,reversed,cost_0,cost_1\n1,0,500,\n' > day.csv
allways table town.factor --points fixtures/customers.csv --hourly day.csv -o factor.long.csv -q
allways table fixtures/village.osm --points fixtures/customers.csv --hourly day.csv --cost time -o network.long.csv -q
cmp factor.long.csv network.long.csv && grep ^0 factor.long.csv
