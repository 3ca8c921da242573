# exit 5
ulimit -v 2000000; allways generate streets --nodes 1000000000 -o out.gr
