# exit 3
TMPDIR=/nowhere allways info - <fixtures/village.osm
