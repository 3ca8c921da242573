allways path fixtures/village.osm --from @8.0001,46.9999 --to 8 --snap nodes --quiet
allways path fixtures/village.osm --from @8.0001,46.9999 --to 8 --snap-radius 5 && exit 1; exit 0
