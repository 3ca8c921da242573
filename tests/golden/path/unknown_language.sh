# exit 2
allways path fixtures/village.osm --from @8.0001,47 --to @8.0085,47.0041 --language xx --quiet
