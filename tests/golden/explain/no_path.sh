# One after the other: islands, against a one-way road, through a centroid, along an arc without a cost.
printf "from,to,cost\n1,2,5\n3,4,5\n4,3,5\n" > islands.csv
allways explain islands.csv --from 1 --to 4 --quiet
printf "from,to,cost\n1,2,5\n3,2,5\n3,4,1\n1,5,1\n5,1,1\n4,6,1\n" > oneway.csv
allways explain oneway.csv --from 1 --to 4 --quiet
printf "from,to,cost\n1,2,5\n2,1,5\n2,3,5\n3,2,5\n" > centroid.csv
allways explain centroid.csv --from 1 --to 3 --no-through 2 --quiet
printf "from,to,cost\n1,2,5\n2,3,\n2,1,5\n4,3,5\n" > gap.csv
allways explain gap.csv --from 1 --to 3 --quiet
