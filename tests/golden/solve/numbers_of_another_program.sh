# exit 3
printf 'from,to,time_s\n1,2,5\n2,1,4\n1,1,0\n2,2,0\n' > numbers.long.csv
allways convert numbers.long.csv costs.csv --quiet && allways solve costs.csv -o - -f csv --quiet
allways solve numbers.long.csv -o table.omx
