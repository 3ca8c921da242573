# exit 2
printf "from,to,trips\n1,2,4\n" > trips.csv
allways assign fixtures/square.gr --pairs trips.csv --trips people -o loads.csv
