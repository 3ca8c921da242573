# Coordinates under other names, in one column, as geometries and in UTF-16 are the same table.
table() { allways table fixtures/village.osm --points "$@" -o table.csv -O --quiet && cat table.csv; }
printf 'id,lon,lat\na,8.0001,46.9999\nb,8.0085,47.0041\n' > plain.csv && table plain.csv | tee plain.table
printf 'id;Länge;Breite\na;8,0001;46,9999\nb;8,0085;47,0041\n' > german.csv
printf 'id;Länge;Breite\r\na;8,0001;46,9999\r\nb;8,0085;47,0041\r\n' | iconv -f UTF-8 -t UTF-16 > utf_16.csv
printf 'id;coordinates\na;46.9999, 8.0001\nb;47.0041, 8.0085\n' > both.csv
printf 'id,wkt\na,POINT (8.0001 46.9999)\nb,POINT (8.0085 47.0041)\n' > wkt.csv
for file in german utf_16 both wkt; do table $file.csv | cmp - plain.table && echo "$file: the same"; done
printf 'id,easter,norther\na,8.0001,46.9999\nb,8.0085,47.0041\n' > named.csv
table named.csv --x-field easter --y-field norther | cmp - plain.table && echo "named: the same"
printf 'x1,y1,x2,y2\n8.0001,46.9999,8.0085,47.0041\n' > pairs.csv
allways table fixtures/village.osm --pairs pairs.csv --x-field x1,x2 --y-field y1,y2 -o - -f csv-long --quiet
allways table fixtures/village.osm --points named.csv --x-field easter --y-field north -o table.csv -O; echo "exit $?"
allways snap fixtures/village.osm --points named.csv -o - -f csv; echo "exit $?"
