# exit 3
allways import fixtures/antimeridian.osm -o part.gpkg --bbox 179.998,-17,-179.998,-16 --quiet
allways info part.gpkg | grep -e '^nodes' -e '^extent'
allways info fixtures/antimeridian.osm --quiet | grep '^extent'
allways import fixtures/antimeridian.osm -o none.gpkg --bbox 170,-17,175,-16 --quiet
