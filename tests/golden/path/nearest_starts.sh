# The nearest facilities of each incident: paths lead from the facilities.
printf 'from,to,cost\na,x,1\nx,a,9\nb,x,2\nx,b,1\nc,x,3\na,y,8\nb,y,5\nx,y,2\n' > roads.csv
allways path roads.csv --from a,b,c --to x,y --nearest 2 --towards -o - -f csv -q
allways path roads.csv --from a,b,c --to a,b --nearest 1 --towards -o - -f csv -q
allways path roads.csv --from a,b --to x --towards || echo $?
