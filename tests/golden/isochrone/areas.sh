# an area for each limit; how many corners it has depends on the GEOS library
allways reach fixtures/village.osm --from 1 --cutoff 30,60 --buffer 25 -o - -f geojson -q | sed -E 's/"coordinates":\[.*\]\}/"coordinates":…}/; s/(area_km2":0\.[0-9]{3})[0-9]*/\1/'
allways reach fixtures/village.osm --from 1 --cutoff 30,60 --rings --buffer 25 -o - -f geojson -q | grep -o '"properties.*' | sed -E 's/(area_km2":0\.[0-9]{3})[0-9]*/\1/'
