# The sum is exact, closed where a column is missing, and in the unit of the first column without a factor.
printf 'id,from,to,time,toll,fee (EUR)\n1,a,b,10.5,1,2\n2,b,c,20,3.25,1\n3,a,c,30,9,\n' > line.csv
expression() { allways table line.csv --points a,b,c --cost-unit s -o - -f csv-long -q --lenient --cost "$1"; }
expression 'time + 0.055 * toll'
expression 'time + "fee (EUR)"'
expression 'toll / 4 - 0.1 * (time - 100)'
allways path line.csv --from a --to c --cost 'time + 2 * toll' -q
allways solve line.csv --cost 'time + toll / 3' -o table.omx
allways info table.omx -q
