# Several costs over one order in one file; each command takes one of them.
printf 'id,from,to,time_7,time_8\n1,a,b,1,5\n2,b,c,10,2\n3,a,c,9,9\n' > line.csv
allways solve line.csv -o day.factor --factor-only --hourly 'time_{hour}'
for cost in time_7 time_8; do
    allways table day.factor --cost-field $cost --points a,b,c -o - -f csv -q
    allways path day.factor --cost-field $cost --from a --to c -q
done
allways table day.factor --points a,b,c -o - -f csv -q
allways table day.factor --cost-field time_9 --points a,b -o - -f csv; echo "exit $?"
allways info day.factor | grep -E '^(costs|hours)'
printf 'arc,cost\n1,5\n' > rows.csv && allways update day.factor --speeds rows.csv; echo "exit $?"
allways solve line.csv -o table.omx --cost time_7 --hourly 'time_{hour}'; echo "exit $?"
# One tree: another hour takes a cost for each arc and two cells for each arc of the filled graph.
printf 'hour,arc,cost\n0,1,500\n1,1,500\n' > two.csv && printf 'hour,arc,cost\n0,1,500\n' > one.csv
allways solve fixtures/village.osm -o one.factor --factor-only --cost time --hourly one.csv --json -q | grep '"fill"'
allways solve fixtures/village.osm -o two.factor --factor-only --cost time --hourly two.csv -q
test $(($(stat -c %s two.factor) - $(stat -c %s one.factor))) -lt $(stat -c %s one.factor) && echo smaller
