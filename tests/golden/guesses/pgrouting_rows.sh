# Without a reverse cost, pgRouting's -1 means no arc.
printf 'id,source,target,cost\n1,1,2,5\n2,2,3,-1\n3,1,3,9\n' > ways.csv
allways solve ways.csv --directed -o - -f csv
allways solve ways.csv --directed -o - -f csv --cost-field cost --strict -q
