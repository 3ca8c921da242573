# What a pipe has can be read once.
allways table sioux_falls --points @<(printf '5\n9\n') -o - -f csv --quiet
allways table sioux_falls --origins <(printf 'name,node_id\nwest,5\n') --destinations <(printf '9\n2\n') -o - -f csv --quiet
allways path fixtures/square.gr --pairs <(printf '1,4\n') --quiet
for file in customers.csv customers.geojson; do
    allways snap fixtures/village.osm --points fixtures/$file -o - -f csv --quiet > of_file
    allways snap fixtures/village.osm --points <(cat fixtures/$file) -o - -f csv --quiet | cmp - of_file && echo "$file: the same"
done
mkfifo written_once
printf '1,4\n1,77\n' > written_once &
allways path fixtures/square.gr --pairs written_once --quiet && exit 1
printf '1\n77\n' > written_once &
allways table fixtures/square.gr --points written_once -o table.csv --quiet && exit 1
ls
