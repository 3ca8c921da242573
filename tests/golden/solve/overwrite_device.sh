# exit 3
allways solve fixtures/square.gr -o /dev/stdout -f csv | cat && exit 1
ln -s /dev/null null.csv; allways solve fixtures/square.gr -o null.csv -O; code=$?; test -c /dev/null && exit $code
