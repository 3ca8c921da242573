allways convert fixtures/lane.osm - -f edge-list --quiet
allways convert fixtures/lane.osm - -f edge-list --profile foot --quiet
