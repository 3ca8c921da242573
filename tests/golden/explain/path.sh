allways explain fixtures/village.osm --from @8.0001,46.9999 --to 8 --quiet
allways explain sioux_falls --from 1 --to 20 --json --quiet
