# exit 6
printf "p sp 3 1\na 1 2 5\n" > one.gr
printf "1,2,4\n2,1,3\n3,1,2\n" > trips.csv
allways assign one.gr --pairs trips.csv -o loads.csv --strict
