# Each cost has the distances and skims of its own run; where the first has no path, another may have one.
printf 'id,from,to,time,length,toll\n1,a,b,10,5,1\n2,b,c,20,5,3.25\n3,a,c,40,1,9\n4,c,a,,7,2\n' > line.csv
table() { allways table line.csv --points a,b,c --skim toll -f csv-long -q --lenient -o - "$@"; }
table --cost time --cost 'time + 2 * toll' --cost length
echo && table --cost time && table --cost 'time + 2 * toll' && table --cost length
allways table line.csv --points a,b,c --lenient --cost time --cost length -o both.omx --json -q | grep -A3 '"costs"'
allways info both.omx -q
echo && allways convert both.omx -o - -f csv-long -q
echo && table --cost time --cost length --unreachable none
