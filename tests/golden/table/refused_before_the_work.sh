# exit 2
# What a format cannot hold is said before anything is solved, and nothing is written.
refused() { allways table fixtures/village.osm "$@"; echo "exit $?"; }
{
    refused --points fixtures/customers.csv -o t.ortools.json
    refused --points fixtures/customers.csv -o t.vroom.json
    refused --points fixtures/customers.csv --cost length -o t.vroom.json --round
    refused --points 1,3,7 -o t.omx --dtype int32
    refused --origins 1,3 --destinations 7,9 -o t.tsp --round
    refused --points 1,3,7 -o t.npy --unit km
} 2> said.txt
grep error: said.txt
ls
allways table fixtures/square.gr --points 1,2 -o t.desire.gpkg
