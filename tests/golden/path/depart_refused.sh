printf 'id,from,to,time,length\n7,1,2,600,5000\n8,2,3,1200,9000\n' > roads.csv
printf 'hour,arc,cost\n8,8,3600\n' > day.csv
printf 'hour,arc,cost\n8,8,3600\n30,8,10\n' > week.csv
path() { allways path roads.csv --cost-unit s --from 1 --to 3 -q "$@" 2>&1; echo "exit $?"; }
path --depart 8:00
path --hourly day.csv
path --hourly day.csv --depart noon
path --hourly week.csv --depart 8:00
path --hourly 'time_{hour}' --depart 8:00
path --hourly day.csv --depart 8:00 --alternatives 2
path --hourly day.csv --depart 8:00 --nearest 1
path --hourly day.csv --depart 8:00 --cost-type float64
path --hourly day.csv --depart 8:00 --hours 7-9
allways solve roads.csv -o square.omx -q --cost-unit s
allways path square.omx --from 1 --to 3 --hourly day.csv --depart 8:00 -q 2>&1; echo "exit $?"
