# Columns of hours take the unit that is stated for those without one; the table of one hour has plain names; an hour
# whose field is empty is named, or keeps the costs of the network.
printf 'from,to,time,length,time_7,time_8,time_9\n1,2,10,100,10,20,\n2,1,10,100,10,20,\n' > roads.csv
table() { allways table roads.csv --points 1,2 --cost time "$@"; }
table --hourly 'time_{hour}' --cost-unit min -f csv-long -o -
seq 0 23 | sed 's/.*/time_&/' | paste -sd, | sed 's/^/from,to,/' > day.csv
seq 10 33 | paste -sd, | sed 's/^/1,2,/' >> day.csv
allways table day.csv --origins 1 --destinations 2 --hourly 'time_{hour}' --depart 08:59 --cost time_0 --cost-unit min --unit min -f csv-long -o - -q
table --hourly 'time_{hour}' --hours 8 --skim length -o hour.omx -q && table --cost time_8 --skim length -o column.omx -q
allways diff hour.omx column.omx | grep -E 'skims|^length'
printf 'arc,cost_7,cost_8\n1,5,\n' > rows.csv
table --hourly rows.csv -f csv-long -o - -q
printf '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"id":1,"time_7":5,"time_8":null},"geometry":{"type":"LineString","coordinates":[[8,47],[8.01,47]]}}]}' > lines.geojson
allways table lines.geojson --points 1,2 --cost time_7 --hourly 'time_{hour}' -f csv-long -o - -q
# exit 2
