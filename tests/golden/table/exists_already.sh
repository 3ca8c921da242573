# exit 3
echo mine > part.csv
allways table fixtures/square.gr --points 1 -o part.csv; code=$?
cat part.csv
exit $code
