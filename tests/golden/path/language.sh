allways path fixtures/village.osm --from @8.0001,47 --via @8.0085,47.0041 --to @8.0230,47.0039 --language de --quiet
