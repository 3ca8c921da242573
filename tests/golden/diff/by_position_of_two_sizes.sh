# exit 2
printf '0,1,2\n3,0,4\n5,6,0\n' > a.csv
printf '0,1\n3,0\n' > b.csv
allways diff a.csv b.csv --by-position
