# exit 3
allways solve fixtures/square.gr -o /dev/stdout -f csv | cat && exit 1
ln -s /dev/zero zero.csv; allways solve fixtures/square.gr -o zero.csv -O; code=$?; test -c /dev/zero && exit $code
