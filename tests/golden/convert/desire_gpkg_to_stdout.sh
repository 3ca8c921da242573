# exit 2
allways solve fixtures/village.osm -o a.omx --quiet
allways convert a.omx - -f desire-gpkg
