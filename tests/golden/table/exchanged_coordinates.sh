# Latitudes in the column of longitudes.
printf 'id,lon,lat\nmill,47.003,8.0085\ndepot,8.0001,46.9999\n' > shops.csv
allways table fixtures/village.osm --points shops.csv -o - -f csv
