# A closed street, and a faster one.
printf 'from,to,cost\na,b,60\nb,c,60\na,c,200\nc,a,90\n' > n.csv
printf 'arc,cost\n2,inf\n4,80\n' > changes.csv
allways compare n.csv --directed --cost-unit s --set changes.csv --points a,b,c -o change.csv -q
cat change.csv
