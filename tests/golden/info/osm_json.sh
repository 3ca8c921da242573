allways info fixtures/village.osm --json -q | grep -A 61 '"texts"'
