printf 'from,to,change,length\n' > edges.csv; i=1
for change in -100 -50 0 0 50 100 900; do printf "$i,$((i + 1)),$change,1\n"; i=$((i + 1)); done >> edges.csv
seq 1 8 | sed 's/.*/&,&,0/' | sed '1i id,x,y' > nodes.csv
allways draw edges.csv --nodes nodes.csv --crs none --colour-by change --classes -60,0,60,500 -o change.html -q
grep -o '"label":"[^"]*","colour":"[^"]*"' change.html
