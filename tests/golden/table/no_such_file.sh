# exit 3
allways table fixtures/village.osm --origins 1 --destinations customers.csv -o table.csv
allways table fixtures/village.osm --points 8.0001,46.9999 -o table.csv
allways table fixtures/village.osm --points '@8.0001;46.9999' -o table.csv
