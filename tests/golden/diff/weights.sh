# Means weighed by trips of some of the nodes, and the differences as a table.
allways solve sioux_falls -o a.omx --quiet
allways convert a.omx a.csv --quiet
sed '2s/,360,/,480,/; 4s/,240,/,300,/' a.csv > b.csv
printf '<NUMBER OF ZONES> 4\n<TOTAL OD FLOW> 5\n<END OF METADATA>\nOrigin 1\n2 : 3; 3 : 1;\nOrigin 3\n4 : 1;\n' > trips.tntp
allways diff a.omx b.csv --weights trips.tntp -o change.csv; echo "exit $?"
cut -d, -f1-5 change.csv | head -5
allways diff a.omx b.csv --weights trips.tntp --json --quiet > report.json; echo "exit $?"
python3 -c 'import json,sys; field = json.load(open("report.json"))["matrices"][0]; print(field["means"], field["weighted_means"], field["percentiles"], sep="\n")'
