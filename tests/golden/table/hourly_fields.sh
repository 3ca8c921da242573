# Columns of the network as costs by hour; one matrix for each hour, and for each skim.
printf 'id,from,to,time_7,time_08,toll\n1,a,b,1,5,3\n2,b,c,10,2,1\n3,a,c,9,9,0\n' > line.csv
allways table line.csv --points a,b,c --hourly 'time_{hour}' --skim toll -o day.omx
allways info day.omx | grep -E '^(hours|time|toll|distances|skim)'
allways table line.csv --points a,b,c --hourly 'time_{hour}' --hours 8 -o - -f csv -q
allways table line.csv --points a,b,c --hourly 'time_{hour}' --skim toll -o - -f csv-long -q
allways table line.csv --origins a --destinations c --hourly 'time_{hour}' --json -o - -f csv-long -q 2>&1 | grep -A3 -E '"(hours|unreachable)"|^[0-9]'
