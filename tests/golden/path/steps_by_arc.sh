allways path fixtures/village.osm --from 1 --to 8 --steps arcs --quiet
