allways solve fixtures/lanes.geojson -o table.omx --quiet && allways convert table.omx - -f csv --quiet
