# A factor gives the same tables as its network.
printf 'from,to,cost\na,b,60\nb,c,60\na,c,200\nc,a,90\n' > n.csv
printf 'arc,cost\n2,inf\n4,80\n' > changes.csv
allways solve n.csv --directed --cost-unit s --factor-only -o n.factor -q
allways compare n.csv --directed --cost-unit s --set changes.csv --points a,b,c -o one.csv -q > one.txt
allways compare n.factor --set changes.csv --points a,b,c -o two.csv -q > two.txt
diff one.csv two.csv
diff <(tail -n +2 one.txt | sed 's/n\.csv/n.X/g') <(tail -n +2 two.txt | sed 's/n\.factor/n.X/g')
