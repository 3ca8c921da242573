# Further columns come out in every format; the label names the path.
printf 'from,to,Name,purpose,Purpose,\n1,4,"to school, on foot",school\n4,1,,,,x\n' > pairs.csv
allways path fixtures/square.gr --pairs pairs.csv -f csv --quiet
allways path fixtures/square.gr --pairs pairs.csv --quiet
allways path fixtures/square.gr --pairs pairs.csv -f json --quiet | grep -A 8 '"from": [14],' | grep -E 'pair_|urpose|column'
printf 'note,from_lon,from_lat,to_lon,to_lat\nhome,8.0001,47,8.0039,47\n' > places.csv
allways path fixtures/village.osm --pairs places.csv -f geojson --quiet | grep -o '"note":"[a-z]*"'
allways path fixtures/village.osm --pairs places.csv -o paths.gpkg --quiet
python3 -c "import sqlite3; print(sqlite3.connect('paths.gpkg').execute('select route, note from path').fetchall())"
allways draw fixtures/village.osm --pairs places.csv -o paths.html --quiet
grep -o '"title":"home[^"]*"' paths.html || grep -o '<title>.*' paths.html
