allways path sioux_falls --from @0.1,7.2 --to 6 -f geojson --quiet
