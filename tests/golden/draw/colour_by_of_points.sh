printf "id,lon,lat,jobs\n1,8.0001,46.9999,10\n2,8.0085,47.0041,\n3,8.02,47,30\n" > points.csv
allways draw fixtures/village.osm --points points.csv --colour-by jobs --classes equal -o jobs.html -q
grep -o "\"legendTitle\":\"[^\"]*\"" jobs.html
grep -o "\"label\":\"[^\"]\+\"" jobs.html
