# The paths from the nearest start of each end.
allways draw fixtures/two_parts.geojson --from 1,2 --to 3 --nearest 1 --towards -o paths.svg -q && grep -c "<svg" paths.svg
