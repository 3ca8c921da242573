# A Shapefile in degrees that has lost its .prj is read as WGS 84; --crs states another system, or a plane.
allways import fixtures/village.osm -o roads.shp --lossy --quiet
allways info roads.shp --quiet > with; rm roads.prj; allways info roads.shp > without
grep -e nodes -e coordinates -e length with > expected; grep -e nodes -e coordinates -e length without | diff expected - && cat expected
allways info roads.shp --crs EPSG:4269 --quiet | grep coordinates
allways info roads.shp --crs none --quiet | grep coordinates
