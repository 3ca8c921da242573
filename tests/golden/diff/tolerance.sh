printf '0,1,2\n3,0,4\n5,6,0\n' > a.csv
printf '0,1.1,2\n3,0,4.5\n5,6,7\n' > b.csv
allways diff a.csv b.csv --quiet; echo "exit $?"
allways diff a.csv b.csv --atol 0.1 --rtol 0.1 --quiet; echo "exit $?"
