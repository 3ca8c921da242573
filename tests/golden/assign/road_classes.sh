# Capacities by the class of roads; roads of other classes have constant times.
printf 'class,capacity\nsecondary,10\n' > classes.csv
printf 'from,to,trips\n1,3,20\n' > trips.csv
allways assign fixtures/village.osm --pairs trips.csv --vdf bpr --alpha 1 --beta 1 --road-classes classes.csv -o loads.csv
head -6 loads.csv | cut -d, -f1,4-7
printf 'class,speed\nsecondary,10\n' > wrong.csv
allways assign fixtures/village.osm --pairs trips.csv --vdf bpr --road-classes wrong.csv -o other.csv -q 2>&1
printf 'class,capacity\nsecondary,many\n' > wrong.csv
allways assign fixtures/village.osm --pairs trips.csv --vdf bpr --road-classes wrong.csv -o other.csv -q 2>&1
allways assign fixtures/village.osm --pairs trips.csv --vdf bpr --road-classes classes.csv --capacity lanes -o other.csv -q 2>&1
true
