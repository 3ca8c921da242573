# The array alone, rows in ascending order; the report of --json goes to standard error then.
allways solve fixtures/village.osm -o table.npy --quiet
allways solve fixtures/village.osm -o - -f npy --quiet --json > piped.npy 2> report.json
cmp table.npy piped.npy
python3 -c 'import json; print(json.load(open("report.json"))["outputs"])'
allways convert table.npy - -f npy --dtype raw --quiet | tail -c 8 | od -An -t d4
ls
