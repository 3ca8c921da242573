# Sums are those of the exact numbers, rounded once; zones of one side have no sum on the other.
printf 'node_id,1,2,b\n1,0.1,0.2,0.3\n2,1e16,1,1\na,0,5,0\n' > trips.csv
allways matrix trips.csv --sums -
allways matrix trips.csv --transpose --sums sums.csv
cat sums.csv
