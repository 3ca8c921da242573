# exit 3
allways draw fixtures/village.osm --from @2,48 -o reach.html
