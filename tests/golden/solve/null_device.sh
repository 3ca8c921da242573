# What goes to /dev/null is computed and dropped, in whatever format; a link to it too.
allways solve fixtures/village.osm -o /dev/null --quiet
allways solve fixtures/village.osm -o /dev/null -f csv --quiet
allways solve sioux_falls -o /dev/null --schedule blocked --device reference --json --quiet | grep '"schedule"'
allways table fixtures/village.osm --points 1,3 -o /dev/null -f npy --quiet
allways convert fixtures/village.osm /dev/null --quiet && ln -s /dev/null null.csv && allways solve fixtures/square.gr -o null.csv --quiet && test -c /dev/null && rm null.csv && echo dropped
allways path sioux_falls --from 1 --to 20 -f csv -o /dev/null --quiet
allways solve fixtures/village.osm -o /dev/null --resume --quiet 2> said.txt; echo "exit $?"
grep -o "nothing is kept there" said.txt
ls
