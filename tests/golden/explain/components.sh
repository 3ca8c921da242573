# As 'allways components' and 'allways info' count them: positions are none, and no-through nodes belong to what they touch.
allways components fixtures/village.osm --json --quiet | grep _components
allways info fixtures/village.osm --json --quiet | grep -E 'components|largest'
allways explain fixtures/village.osm --from @8.0021,47 --to 12 --json --quiet
printf "from,to,cost\n1,2,5\n2,1,5\n2,3,5\n3,2,5\n3,4,\n4,3,1\n" > gap.csv
allways components gap.csv --no-through 1 --quiet
allways info gap.csv --no-through 1 --quiet | grep components
allways explain gap.csv --no-through 1 --from 1 --to 2 --quiet
