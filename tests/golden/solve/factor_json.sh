allways solve fixtures/square.gr -o square.factor --factor-only --report report.json --json --quiet > made.json
python3 - <<'PYTHON'
import json
made = json.load(open("made.json"))
print(sorted(made))
print({key: made[key] for key in ("nodes", "arcs", "core_nodes", "cost", "outputs", "input")})
print(sorted(made["seconds"]))
print(json.load(open("report.json"))["parallel_arcs"])
PYTHON
