# exit 3
printf "id,lon,latt\na,8,47\n" > shops.csv
allways table fixtures/village.osm --points shops.csv -o table.csv; code=$?
test ! -e table.csv && exit $code
