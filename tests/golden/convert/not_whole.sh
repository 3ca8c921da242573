# exit 2
allways solve fixtures/lane.osm -o table.omx --quiet; allways convert table.omx table.tsp; code=$?; ls; exit $code
