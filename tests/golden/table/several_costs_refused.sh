# exit 2
printf 'id,from,to,time,length\n1,a,b,10,5\n' > line.csv
table() { allways table line.csv --points a,b -q --cost time "$@" 2>&1; }
table --cost length -o table.csv
table --cost length --cost time -o table.omx
table --cost length --cost beauty -o table.omx
table --cost length --hourly 'time_{hour}' -o table.omx
table --cost length --unit min -o table.omx
table --cost length --cost-unit min -o table.omx
table -o table.omx && table --cost length -O -o table.omx && allways table table.omx --points a --cost time --cost length -o part.omx 2>&1
