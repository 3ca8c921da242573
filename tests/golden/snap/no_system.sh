# A layer that states no reference system.
allways components sioux_falls -o nodes.gpkg > /dev/null
allways snap sioux_falls --points nodes.gpkg --points-id node_id -o - -f csv | head -n 2
