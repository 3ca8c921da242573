for schedule in blocked naive recursive squaring; do
    allways bench --device reference --n 60 --tile 8 --group 3 --runs 1 --type uint16 --hops first-arcs --schedule $schedule --json --quiet > bench.json
    python3 - <<'PYTHON'
import json
found = json.load(open("bench.json"))
print(found["schedule"], found["type"], found["hops"], found["tile"], found["group"], found["checked_targets"])
PYTHON
done
