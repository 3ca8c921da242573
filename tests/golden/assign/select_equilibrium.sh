# Two roads, then two roads; 2 and 2 of 4 trips take the first two, 2 and 1 of 3 the others.
printf 'id,from,to,time,capacity,b,power\n1,1,2,1,1,1,1\n2,1,2,1,1,1,1\n3,2,3,1,1,1,1\n4,2,3,2,1,0.5,1\n' > roads.csv
printf 'from,to,trips\n1,3,3\n1,2,1\n' > trips.csv
find_selected() { allways assign roads.csv --pairs trips.csv --vdf bpr --gap 1e-12 -o - -f csv --cost-unit min --json --selected-trips trips.out.csv -O "$@" 2> report.json | cut -d, -f1,4,8; grep '"selected"' report.json; cat trips.out.csv; }
find_selected --select 3 --log-level error
find_selected --select '3,4' --log-level error
printf 'from,to,trips\n1,3,3\n' > trips.csv
find_selected --select '1&3' --log-level error
find_selected --select '1,2&3,4' --log-level error
# All or nothing
allways assign roads.csv --pairs trips.csv --cost time --select '1&3' --selected-trips trips.csv -O -o - -f csv --log-level error
cat trips.csv
