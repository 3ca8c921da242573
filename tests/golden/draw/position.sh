allways draw fixtures/village.osm --from @8.0025,47.0 -o reach.html
grep -o "<title>.*" reach.html
