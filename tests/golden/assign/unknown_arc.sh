# exit 3
printf "from,to,trips\n1,2,4\n" > trips.csv
allways assign fixtures/square.gr --pairs trips.csv --select 99 -o loads.csv
