# exit 2
printf "id,lon,lat,jobs\na,8.0001,46.9999,-1\n" > jobs.csv
allways access fixtures/village.osm --destinations jobs.csv --weights jobs --cutoff 60 -o access.csv
