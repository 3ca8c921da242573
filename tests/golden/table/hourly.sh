# High Street at walking pace in the morning; each hour's table is that of the network updated to the hour's rows.
allways import fixtures/village.osm -o town.gpkg -q
printf 'hour,from,to,speed_kmh\n7,2,23,5\n8,2,23,20\n9,2,23,80\n' > day.csv
allways table town.gpkg --points fixtures/customers.csv --hourly day.csv -o day.long.csv -q && cat day.long.csv
for hour in 7 8 9; do
    grep "^$hour," day.csv | cut -d, -f2- > rows.csv
    allways update town.gpkg --speeds rows.csv -o now.gpkg -O -q
    allways table now.gpkg --points fixtures/customers.csv -o - -f csv-long -q | sed 1d | sed "s/^/$hour,/"
done > each.csv
sed 1d day.long.csv | cmp - each.csv && echo the same
