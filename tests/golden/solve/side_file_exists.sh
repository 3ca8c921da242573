# exit 3
touch table.ids.csv; allways solve no_such_file.gr -o table.npy; code=$?
rm table.ids.csv; touch table.json; allways solve no_such_file.gr -o table.npy && exit 1; exit $code
