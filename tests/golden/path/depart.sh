# Two roads from 1 to 3: through 2, whose second road is slow from 8:00 on, and around.
printf 'id,from,to,time,length\n7,1,2,600,5000\n8,2,3,1200,9000\n9,1,3,2400,30000\n' > roads.csv
printf 'hour,arc,cost\n8,8,3600\n' > day.csv
path() { allways path roads.csv --cost-unit s --hourly day.csv "$@" -q; }
path --from 1 --to 3 --depart 7:30
path --from 1 --to 3 --depart 'Mon 7:35' --unit min
path --from 1 --to 3 --depart 2026-11-23T07:40 -f csv
path --from 1 --via 2 --to 3 --depart 07:35 -f json
path --from 1 --to 3 --depart 23:50 -f csv
printf '1,3\n3,1\n1,1\n' > trips.csv
path --pairs trips.csv --depart 07:35 -o trips.csv.out -f csv --json | grep -E '"(paths|unreachable|method|departure)"'
cat trips.csv.out
