# all starts together: the nearest counts
allways reach fixtures/rings.csv --from 4,6 --merge --cost length --cutoff 5 -o - -f csv
allways reach fixtures/village.osm --from 1,7 --merge --cutoff 30 --buffer 25 -o - -f geojson -q | grep -o '"properties.*' | sed -E 's/(area_km2":0\.[0-9]{3})[0-9]*/\1/'
allways reach fixtures/village.osm --from 1,7 --cutoff 30 --buffer 25 -o - -f geojson -q | grep -o '"properties.*' | sed -E 's/(area_km2":0\.[0-9]{3})[0-9]*/\1/'
