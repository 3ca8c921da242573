allways centrality fixtures/village.osm --measures eccentricity,reach --unit min -o far.gpkg --quiet
ogrinfo -ro -so far.gpkg centrality_node | grep -E "Geometry|Feature|eccentricity|reach"
