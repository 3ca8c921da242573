allways solve fixtures/lane.osm -o table.omx --quiet && allways convert table.omx - -f vroom --round --quiet
