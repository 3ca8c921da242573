printf "from,to,cost\na,b,2000000000.5\nb,c,0.00001\nc,a,1e20\n" > big.csv
allways solve big.csv -o - -f csv --cost-type float64 --quiet
allways solve big.csv -o - -f csv --cost-type float32 --quiet
