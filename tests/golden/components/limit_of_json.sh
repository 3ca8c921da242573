# exit 2
allways components fixtures/village.osm --json --limit 3
