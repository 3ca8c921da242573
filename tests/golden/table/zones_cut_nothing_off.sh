allways table fixtures/pocket.osm --points fixtures/pocket_points.csv -f csv-long -o -
