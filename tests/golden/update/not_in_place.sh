# exit 2
printf '1,2,30\n' > slow.csv && allways update fixtures/village.osm --speeds slow.csv
