allways convert fixtures/lane.osm - -f edge-list --lossy --quiet
allways convert fixtures/lane.osm - -f edge-list --profile foot --quiet
