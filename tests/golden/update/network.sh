allways import fixtures/village.osm -o town.gpkg -q
printf 'arc,reversed,speed_kmh\n1,0,0\n2,1,20\n' > rows.csv
allways update town.gpkg --speeds rows.csv -o now.gpkg
allways info now.gpkg | grep -E '^(column|time)'
