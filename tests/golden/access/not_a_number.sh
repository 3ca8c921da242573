# exit 3
printf "id,lon,lat,jobs\na,8.0001,46.9999,many\n" > jobs.csv
allways access fixtures/village.osm --destinations jobs.csv --weights jobs --cutoff 60 -o access.csv; code=$?
ls access.csv 2>/dev/null; exit $code
