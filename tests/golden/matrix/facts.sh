# A CSV of zones, a TNTP trips file, and standard input.
printf 'node_id,1,2,3\n1,2,12.5,\n2,0,3,0.1\n3,7,1,0\n' > trips.csv
allways matrix trips.csv
allways matrix trips.csv --json
printf '<NUMBER OF ZONES> 3\n<TOTAL OD FLOW> 10.5\n<END OF METADATA>\nOrigin 1\n1 : 1; 2 : 4.5;\nOrigin 3\n2 : 5;\n' > trips.tntp
allways info trips.tntp | grep -E '^(total|mean)'
allways matrix trips.tntp
cat trips.csv | allways matrix - -F matrix-csv | grep total
