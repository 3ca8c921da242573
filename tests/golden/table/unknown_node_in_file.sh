# exit 3
printf 'node_id,name\n1,a\n2,b\n77,c\n' > stops.csv
allways table fixtures/square.gr --points @stops.csv -o part.csv
