# A toll that nobody pays is called cost.
printf 'from,to,length,cost\n1,2,5,0\n2,3,6,0\n1,3,12,0\n' > roads.csv
allways path roads.csv --directed --from 1 --to 3 | head -n 1
allways path roads.csv --directed --from 1 --to 3 --cost cost -q | head -n 1
allways path roads.csv --directed --from 1 --to 3 --strict -q
echo "exit $?"
allways path roads.csv --directed --from 1 --to 3 --cost length --strict -q | head -n 1
