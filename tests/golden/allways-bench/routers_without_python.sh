# exit 2
program=$(command -v allways-bench)
PATH=/no-such-folder "$program" --routers map.osm.pbf --osrm osrm
