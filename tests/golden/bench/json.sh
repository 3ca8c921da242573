allways bench --device reference --n 100 --runs 1 --hops first-arcs --json --quiet > bench.json
python3 - <<'PYTHON'
import json
found = json.load(open("bench.json"))
print(sorted(found))
print(found["type"], found["hops"], found["n"], found["runs"], found["seconds"] > 0, found["checked_targets"] > 0)
PYTHON
