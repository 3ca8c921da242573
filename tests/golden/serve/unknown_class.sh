# exit 2
allways serve fixtures/village.osm --exclude toll,ferry --port 0
