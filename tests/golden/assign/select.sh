printf "from,to,trips\n1,4,10\n1,3,5\n4,3,2\n" > trips.csv
allways assign fixtures/square.gr --pairs trips.csv --select 4 -o - -f csv --json --log-level error 2> report.json
python3 -c '
import json
report = json.load(open("report.json"))
print({key: report[key] for key in ("trips", "loaded", "unselected")})'
