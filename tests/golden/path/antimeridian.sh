allways path fixtures/antimeridian.osm --from 1 --to 5 --quiet
allways path fixtures/antimeridian.osm --from 4 --to @179.998,-16.8001 --quiet
allways path fixtures/antimeridian.osm --from 1 --to 6 -f geojson --quiet | grep -o '"geometry".*"coordinates":[^}]*'
