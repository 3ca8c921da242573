# Prices of turns count to their last digit: node 3 is 22.5 s away, and within 22.5.
printf 'id,from,to,time\n1,1,2,10\n2,2,3,10\n3,3,4,10\n' > roads.csv
printf 'from_arc,to_arc,seconds\n1,2,2.5\n' > turns.csv
allways isochrone roads.csv --directed --cost-unit s --turns turns.csv --from 1 --cutoff 22,22.5 -o - -f csv -q
allways isochrone roads.csv --directed --cost-unit s --turns turns.csv --to 4 --cutoff 32,32.5 -o - -f csv -q
