allways reach fixtures/village.osm --from 1 --cutoff 30,60 -o reach.gpkg --json -q | grep -v area && ls
