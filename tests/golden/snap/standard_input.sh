# CSV and GeoJSON as from their files.
for file in customers.csv customers.geojson; do
    allways snap fixtures/village.osm --points fixtures/$file -o - -f csv --quiet > of_file
    allways snap fixtures/village.osm --points - -o - -f csv --quiet < fixtures/$file | cmp - of_file && echo "$file: the same"
done
allways table fixtures/village.osm --points - -o table.csv < fixtures/customers.csv
printf '1\n2\n' | allways table fixtures/village.osm --origins - --destinations 3 -o table.csv -O --quiet && head -1 table.csv
