# The largest remainders are rounded up, the first of equal ones.
printf 'node_id,1,2,3\n1,0.5,0.5,0.5\n2,0.1,0.2,0.3\n3,-0.5,2.9,\n' > trips.csv
allways matrix trips.csv --round -o - -f csv
