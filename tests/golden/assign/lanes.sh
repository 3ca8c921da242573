# Two lanes of 1 each on the first road; lengths of the least times; ends before the gap is reached.
printf 'from,to,time,capacity,lanes,alpha,beta,length\n1,2,1,1,2,1,1,3\n1,2,2,1,1,0.5,1,4\n' > roads.csv
printf 'from,to,trips\n1,2,3\n' > trips.csv
allways assign roads.csv --pairs trips.csv --vdf bpr --lanes lanes --gap 1e-6 -o loads.csv --skims skims.long.csv --skim length --cost time -q
awk -F, '{ printf "%s %.6f %.6f %.6f\n", $1, $4, $6, $7 }' loads.csv
cat skims.long.csv
allways assign roads.csv --pairs trips.csv --vdf bpr --iterations 1 --gap 0 -o loads.csv -O --cost time
allways assign roads.csv --pairs trips.csv --vdf bpr --method bfw --max-time 1min --gap 1e-6 -o loads.csv -O --cost time -q --json | grep -E '"(reached|iterations)"'
