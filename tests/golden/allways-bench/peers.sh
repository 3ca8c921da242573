allways-bench peers --nodes 60 --runs 1 --python no-such-program --quiet > text.txt
head -1 text.txt
grep no-such-program text.txt
allways-bench peers --network sioux_falls --runs 1 --python no-such-program --json --quiet > peers.json
python3 - <<'PYTHON'
import json
found = json.load(open("peers.json"))
print(found["nodes"], found["arcs"], found["cost"], found["whole_table"], found["kept_rows"],
      sum("no-such-program" in reason for reason in found["absent"]))
print(list(found["allways"]), found["allways_with_next_hops"]["seconds"] > 0)
for peer in found["peers"][:1]:  # RoutingKit comes next where there is one
    print(peer["name"].split()[0], peer["rows"], peer["sampled"], peer["different_cells"], peer["prepared"]["seconds"],
          peer["times_allways"] > 0)
PYTHON
