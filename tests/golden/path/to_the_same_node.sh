allways path sioux_falls --from @0.1,7.2 --to @0.2,7.1 -f geojson --quiet
