cat > roads.geojson <<'END'
{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"name": "\u001b[31mRed\u009b Road\u0007"},
 "geometry": {"type": "LineString", "coordinates": [[7, 46], [7.01, 46]]}}]}
END
allways path roads.geojson --from 1 --to 2 --quiet
