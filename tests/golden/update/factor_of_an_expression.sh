# exit 2
# Speeds give times, which are not the whole of the cost.
allways import fixtures/village.osm -o town.gpkg -q
allways solve town.gpkg --cost 'time + 0.02 * length' --factor-only -o town.factor -q
printf 'from,to,speed_kmh\n2,23,5\n' > speeds.csv
allways update town.factor --speeds speeds.csv
