allways info fixtures/village.osm --json -q | grep -A 66 '"texts"'
