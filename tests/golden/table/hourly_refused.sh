printf 'id,from,to,time,time_7,time_8\n1,a,b,1,1,5\n2,b,a,1,1,2\n' > line.csv
table() { allways table line.csv --points a,b -o table.omx "$@" 2>&1; echo "exit $?"; }
table --hours 7
table --hourly 'time_{hour}' --hours 7-9
table --hourly 'time_{hour}' --hours 200
table --hourly 'speed_{hour}'
table --hourly 'time_{hour}' --unit km
printf 'hour,arc,cost\n7,1,3\n8,5,3\n' > day.csv && table --hourly day.csv
table --hourly day.csv --hours 9
printf 'hour,arc,cost\n7,1,3\n8,1,-3\n' > day.csv && table --hourly day.csv
printf 'hour,arc,cost\n7,1,3\n168,1,3\n' > day.csv && table --hourly day.csv
printf 'arc,cost\n1,3\n' > day.csv && table --hourly day.csv
table --hourly nowhere.csv
allways table line.csv --points a,b -o square.omx -q
allways table square.omx --points a,b --hourly 'time_{hour}' -o table.omx 2>&1; echo "exit $?"
test -e table.omx || echo nothing is written
