# Options of snapping do no harm where all places are ids.
allways table fixtures/village.osm --points 1,2 --snap nodes --snap-radius 50 -o table.csv --quiet && echo table
allways path fixtures/village.osm --from 1 --to 2 --snap-component any -o path.csv --quiet && echo path
allways reach fixtures/village.osm --from 1 --cutoff 30 --snap nodes -o reach.csv --quiet && echo reach
allways draw fixtures/village.osm --snap nodes -o map.svg --quiet && echo draw
