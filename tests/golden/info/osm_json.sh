allways info fixtures/village.osm --json -q | grep -A 60 '"texts"'
