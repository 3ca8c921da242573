# Points without a position are told, not only left out.
printf 'id,lon,lat,jobs\na,8.0001,47,5\nb,x,47,7\nc,8.004,47.004,2\n' > points.csv
allways draw fixtures/village.osm --points points.csv --colour-by jobs -o jobs.svg
ls *.svg
