# exit 3
allways table fixtures/square.gr --origins 1 --destinations 2,7 -o part.csv; code=$?
ls part.csv 2> /dev/null
exit $code
