allways-bench paper xiao --sizes 10,50 --limit 20 --runs 1 --quiet -o result.json --plot plot.svg > tables.txt
grep -c 'Speed-ups' tables.txt
python3 - <<'PYTHON'
import json
experiment = json.load(open("result.json"))["experiments"][0]
print(experiment["name"], experiment["sizes"])
for column in experiment["columns"]:
    print(column["name"], [cell["seconds"] is not None or cell["note"] for cell in column["cells"]])
PYTHON
allways-bench replot result.json --plot again.svg && cmp plot.svg again.svg && echo the same plot
allways-bench replot result.json --plot plot.png && head -c 8 plot.png | tail -c 7 | head -c 3
echo
