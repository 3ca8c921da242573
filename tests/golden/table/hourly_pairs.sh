# Pairs, limits and units apply to each hour.
printf 'hour,arc,reversed,cost\n7,1,0,60\n8,1,0,300\n' > day.csv
printf 'from,to\n1,3\n1,2\n3,1\n' > pairs.csv
allways table fixtures/village.osm --pairs pairs.csv --hourly day.csv --unit min -o - -f csv-long -q
allways table fixtures/village.osm --points 1,2,3 --hourly day.csv --cutoff 100 -o - -f csv-long -q
allways table fixtures/village.osm --points 1,2,3 --hourly day.csv --hours 8 --unit min -o - -f csv -q
