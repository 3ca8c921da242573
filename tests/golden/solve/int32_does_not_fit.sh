# exit 3
printf 'from,to,cost\na,b,1000000000\nb,c,1000000000\nc,a,1000000000\n' > big.csv
allways solve big.csv -o table.omx --cost-type int32
