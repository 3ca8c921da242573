# exit 2
allways-bench routers no-such-map.osm.pbf
