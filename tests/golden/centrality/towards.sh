printf "p sp 3 2\na 1 2 5\na 2 3 5\n" > line.gr
allways centrality line.gr --measures closeness,reach --towards -o - -f csv --json --log-level error 2> report.json
python3 -c '
import json
report = json.load(open("report.json"))
print({key: report[key] for key in ("radius", "diameter", "mean", "reached_pairs", "zero_pairs")})'
