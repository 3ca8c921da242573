printf "from,to,trips\n1,4,10\n1,3,5\n2,2,7\n" > trips.csv
allways assign fixtures/square.gr --pairs trips.csv -o - -f csv --quiet
allways assign fixtures/square.gr --pairs trips.csv --what nodes -o - -f csv --quiet
