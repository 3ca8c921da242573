# Each prints one message and writes nothing.
exec 2>&1
try() { allways matrix "$@" -q; echo "exit $?"; ls result.* 2> /dev/null; }
printf 'node_id,1,2\n1,1,2\n2,3,4\n' > a.csv
printf 'node_id,1,3\n1,1,2\n3,3,4\n' > other.csv
printf 'node_id,1,2\n1,-1,2\n2,3,4\n' > negative.csv
printf 'node_id,1,2\n1,0,0\n2,3,4\n' > empty_row.csv
printf 'node_id,1,2\n1,x,2\n2,3,4\n' > text.csv
printf 'node_id,1,2\n1,1e300,2\n2,3,4\n' > large.csv
targets() { printf "zone_id,origins,destinations\n$1" > targets.csv; }
try text.csv
try sioux_falls -o result.csv
try fixtures/village.osm --sums result.csv
try missing.csv
try a.csv --plus other.csv -o result.csv
try a.csv --plus sioux_falls -o result.csv
try a.csv --plus 1 --transpose -o result.csv
try a.csv --plus 1 --times 2 -o result.csv
try a.csv --lengths a.csv -o result.csv
try a.csv --lengths a.csv --bin 0 -o result.csv
try a.csv --lengths a.csv --bin 1 --round -o result.csv
try a.csv --lengths negative.csv --bin 1 -o result.csv
try negative.csv --lengths a.csv --bin 1 -o result.csv
try large.csv --times 1e300 -o result.csv
try a.csv --lengths large.csv --bin 1 -o result.csv
try a.csv --round --sums result.csv -o result.csv
try a.csv --round -o result.unknown
try a.csv --other-name x
allways table sioux_falls --points 1,2 --skim length -o skims.omx -q
try skims.omx --plus skims.omx --other-name length -o result.csv
targets '1,1,1\n2,2,2\n'; try negative.csv --fit targets.csv -o result.csv
try empty_row.csv --fit targets.csv -o result.csv
targets '1,0,4\n2,4,0\n'; printf 'node_id,1,2\n1,1,0\n2,0,4\n' > diagonal.csv; try diagonal.csv --fit targets.csv -o result.csv
targets '1,1,1\n2,2,3\n'; try a.csv --fit targets.csv -o result.csv
targets '1,1,1\n'; try a.csv --fit targets.csv -o result.csv
targets '1,1,1\n2,x,2\n'; try a.csv --fit targets.csv -o result.csv
targets '1,1,1\n2,-1,2\n'; try a.csv --fit targets.csv -o result.csv
targets '1,1,1\n2,,2\n'; try a.csv --fit targets.csv -o result.csv
targets '1,1,1\n2,2,2\n2,2,2\n'; try a.csv --fit targets.csv -o result.csv
targets '1,1,1\n2,2,2\n9,3,3\n'; try a.csv --fit targets.csv -o result.csv
try a.csv --fit a.csv -o result.csv
: > nothing.csv; try a.csv --districts nothing.csv -o result.csv
true
