# exit 3
printf "from,to,trips\n1,2,4\n1,3,-3\n" > trips.csv
allways assign fixtures/square.gr --pairs trips.csv -o loads.csv
