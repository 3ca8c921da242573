# exit 3
allways solve fixtures/village.osm -o town.factor --factor-only -q
printf '1,2,30\n2,3,fast\n' > slow.csv
cp town.factor before && allways update town.factor --speeds slow.csv; code=$?; cmp before town.factor; exit $code
