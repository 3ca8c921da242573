# Coordinates that can only be degrees are degrees; a projection that --crs states for them is refused.
allways import fixtures/village.osm -o roads.shp --lossy --quiet
allways info roads.shp --crs EPSG:2056
test $? = 3 && rm roads.prj && allways info roads.shp | grep "^coordinates"
allways info roads.shp --crs EPSG:4326 --strict -q | grep "^coordinates"
