printf "from,to,cost\na,b,0.1\nb,c,0.7\nc,d,0.1\n" > small.csv
allways solve small.csv -o table.omx --cost-type float32 --quiet && allways path table.omx --from a --to d
