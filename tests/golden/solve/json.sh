allways solve fixtures/square.gr -o table.omx --report report.json --json --quiet --device reference > solved.json
python3 - <<'PYTHON'
import json
solved = json.load(open("solved.json"))
print({key: solved[key] for key in ("schedule", "nodes", "arcs", "cost", "has_negative_costs", "outputs", "input")})
print(sorted(solved))
print([stage for stage in ("read", "prepare", "solve", "restore", "write") if stage not in solved["seconds"]])
print(sorted(solved["memory"]))
stages = dict(solved["seconds"])
total = stages.pop("total")
print("stages add up:", abs(total - sum(stages.values())) <= 0.02 * total + 0.001)
print(json.load(open("report.json"))["parallel_arcs"])
PYTHON
