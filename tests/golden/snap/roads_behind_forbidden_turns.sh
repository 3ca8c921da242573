printf 'id,lon,lat\nbehind,8.0011,47.0015\n' > behind.csv
allways snap fixtures/pocket.osm --points behind.csv -f csv -o -
allways snap fixtures/pocket.osm --points behind.csv -f csv -o - --turns none
