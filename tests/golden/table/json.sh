allways table fixtures/square.gr --origins 1,5 --destinations 2 -o part.omx --json --quiet > part.json
python3 - <<'PYTHON'
import json
part = json.load(open("part.json"))
print({key: part[key] for key in ("schedule", "nodes", "arcs", "origins", "destinations", "unreachable", "outputs", "input")})
print([stage for stage in ("read", "prepare", "order", "factor", "solve", "write", "total") if stage not in part["seconds"]])
PYTHON
