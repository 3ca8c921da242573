# an order that is kept stays with the network, and without the option none is made
allways import sioux_falls -o plain.gpkg -q && allways import sioux_falls -o city.gpkg --order
allways import city.gpkg -o again.gpkg -q
for file in plain city again; do allways info $file.gpkg | grep ^order || echo "none in $file"; done
allways info city.gpkg --json | grep has_order
allways convert city.gpkg city.gmns
