# Nodes that paths do not pass are in no component with each other, and yet there are paths there and back.
printf 'from,to,cost\n1,3,5\n3,1,5\n3,2,7\n2,3,7\n' > zones.csv
allways explain zones.csv --no-through 1-3 --from 1 --to 3 --quiet
