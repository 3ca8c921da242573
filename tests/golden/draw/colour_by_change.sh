# The width of a class of changes grows with the distance from 0, on both sides.
printf 'from,to,change,length\n' > edges.csv; i=1
for change in -100 -50 0 0 50 100 100; do printf "$i,$((i + 1)),$change,1\n"; i=$((i + 1)); done >> edges.csv
seq 1 8 | sed 's/.*/&,&,0/' | sed '1i id,x,y' > nodes.csv
allways draw edges.csv --nodes nodes.csv --crs none --colour-by change --classes equal -o change.html -q
grep -o '"label":"[^"]*","colour":"[^"]*","width":[0-9.]*' change.html | sed 's/"colour":"[^"]*",//'
