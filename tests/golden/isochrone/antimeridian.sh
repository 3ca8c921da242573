allways isochrone fixtures/antimeridian.osm --from 1 --cutoff 60 --buffer 50 -o area.geojson --quiet
python3 - <<'END'
import json
area = json.load(open("area.geojson"))["features"][0]
for polygon in area["geometry"]["coordinates"]:
    x = [x for ring in polygon for x, y in ring]
    print(min(x) if x[0] > 0 else -180, max(x) if x[0] < 0 else 180, "parts touch the antimeridian:", 180 in map(abs, x))
print(round(area["properties"]["area_km2"], 2))
END
allways isochrone fixtures/antimeridian.osm --from 1 --cutoff 60 --what arcs -o arcs.geojson --quiet
grep -o '"MultiLineString.*\]\]\]' arcs.geojson
