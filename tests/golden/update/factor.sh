# High Street between nodes 2 and 23 inside its second arc; rows of roads that are not there
allways solve fixtures/village.osm -o town.factor --factor-only -q
printf '2,23,5,1.4\n2,3,5\n1,999,30\n2,23,10\n' > slow.csv
allways path town.factor --from 1 --to 3 -q
allways update town.factor --speeds slow.csv --json -q | grep -v -E '"(read|update|write)"'
allways path town.factor --from 1 --to 3 -q
: > none.csv && allways update town.factor --speeds none.csv -q
allways path town.factor --from 1 --to 3 -q
