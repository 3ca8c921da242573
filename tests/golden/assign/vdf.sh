# Two roads between two nodes: 1 + volume and 2 + volume minutes.
printf 'from,to,time,capacity,b,power\n1,2,1,1,1,1\n1,2,2,1,0.5,1\n' > roads.csv
printf 'from,to,trips\n1,2,3\n' > trips.csv
allways assign roads.csv --pairs trips.csv --vdf bpr --gap 1e-9 -o loads.csv --skims skims.csv --report steps.csv --cost-unit min
cat loads.csv
cat skims.csv
head -1 steps.csv
allways assign roads.csv --pairs trips.csv --vdf bpr --gap 1e-9 -o loads.csv -O --cost-unit min -q --json | grep -E '"(reached|vehicle_hours|total_cost|total_cost_unit|objective)"'
