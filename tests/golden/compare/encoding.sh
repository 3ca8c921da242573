# The encoding of a list of roads is that of the rows of changes, too.
printf 'from,to,cost,name\na,b,60,Stra\xdfe\nb,c,60,\na,c,200,\n' > n.csv
printf 'name,cost\nStra\xdfe,inf\n' > changes.csv
allways compare n.csv --directed --cost-unit s --set changes.csv --points a,c --encoding latin1 --strict -q | grep -e ^B -e ^differing -e ^largest
