# A TNTP trips file: zones 1 to 3 are nodes of Sioux Falls.
printf "<NUMBER OF ZONES> 3\n<TOTAL OD FLOW> 36\n<END OF METADATA>\n\nOrigin 1\n2 : 10; 3 : 5.5;\n\nOrigin 2\n1 : 8; 3 : 2.5;\n\nOrigin 3\n1 : 6; 3 : 4;\n" > trips.tntp
allways assign sioux_falls --matrix trips.tntp -o loads.csv --quiet --json | python3 -c '
import json, sys
report = json.load(sys.stdin)
print({key: report[key] for key in ("trips", "loaded", "unreachable", "within_nodes", "total_cost", "total_cost_unit")})'
awk -F, '$4 != 0' loads.csv
