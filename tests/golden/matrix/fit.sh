# The fitted matrix has the sums of the targets, and its cells the products of factors.
printf 'node_id,1,2,3\n1,1,2,1\n2,3,5,0\n3,2,2,9\n' > trips.csv
printf 'zone_id,origins,destinations\n1,10,12\n2,20,18\n3,15,15\n' > targets.csv
allways matrix trips.csv --fit targets.csv -o fitted.csv --sums sums.csv --json | sed -E 's/("deviation":).*/\1 …/'
cut -c-10 sums.csv
allways matrix fitted.csv --sums - -q | cut -c-10
# Then whole trips.
allways matrix trips.csv --fit targets.csv --round -o - -f csv -q
