allways solve sioux_falls -o city.factor --factor-only --quiet
allways path city.factor --from 1 --to 20 -o path.txt --json --quiet > report.json
python3 -c '
import json
report = json.load(open("report.json"))
print(list(report), list(report["seconds"]), report["paths"], report["unreachable"], report["outputs"])'
head -n 1 path.txt
