# Lorries pay on the first road, and each counts as two cars; both volumes meet 1 + volume = 2 + volume.
printf 'from,to,time,capacity,b,power,toll,narrow\n1,2,1,1,1,1,10,0\n1,2,2,1,0.5,1,0,0\n1,2,1,1,0,1,0,1\n' > roads.csv
printf 'node_id,1,2\n1,0,5\n2,0,0\n' > cars.csv
printf 'node_id,1,2\n1,0,1\n2,0,0\n' > lorries.csv
printf 'class,matrix,pce,fixed_cost,closed\ncar,cars.csv,,,narrow\nlorry,lorries.csv,2,10 * toll,narrow\n' > classes.csv
allways assign roads.csv --classes classes.csv --vdf bpr --gap 1e-9 -o loads.csv --skims skims.csv --cost-unit min -q
cat loads.csv
cat skims.csv
