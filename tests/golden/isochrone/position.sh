# from a place inside a road, in minutes
allways reach fixtures/village.osm --from @8.002,47.0001 --cutoff 0.5,1 --unit min -o - -f csv
allways reach fixtures/village.osm --from @8.002,47.0001 --cutoff 0.25 --unit min -o - -f geojson --what arcs -q
