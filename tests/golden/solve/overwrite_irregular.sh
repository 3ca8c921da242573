# exit 3
mkfifo pipe.csv; allways solve fixtures/square.gr -o pipe.csv -O; code=$?; test -p pipe.csv && exit $code
