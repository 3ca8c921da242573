# exit 2
allways import fixtures/village.osm -o town.gpkg -q
printf '1,2,30\n' > slow.csv && allways update town.gpkg --speeds slow.csv --cost length
