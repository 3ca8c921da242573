# exit 2
allways serve fixtures/village.osm --address 300.1.1.1 --port 0
