# A street is closed by its name.
allways import fixtures/village.osm -o village.gpkg -q
printf 'name,speed_kmh\nMill Road,0\n' > closed.csv
allways update village.gpkg --speeds closed.csv --cost time -o works.gpkg -q
allways path village.gpkg --cost time --from 3 --to 8 -q | head -n 1
allways path works.gpkg --cost time --from 3 --to 8 -q | head -n 1
printf 'name,cost\nMill Road,9\nMill Lane,inf\n' > wrong.csv
allways update village.gpkg --speeds wrong.csv --cost time -o wrong.gpkg
allways update village.gpkg --speeds wrong.csv --cost time -o strict.gpkg --strict || echo $? $(ls strict.gpkg* 2>/dev/null)
