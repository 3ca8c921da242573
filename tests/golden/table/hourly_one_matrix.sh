# exit 2
printf 'id,from,to,time_7,time_8\n1,a,b,1,5\n' > line.csv
allways table line.csv --points a,b --hourly 'time_{hour}' -o table.csv
