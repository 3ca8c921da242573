# Positions are no nodes of the network.
for points in 1,8 @8.0021,47,@8.0083,47.0035; do
    allways table fixtures/village.osm --points $points -o part.omx -O --json --quiet > part.json
    python3 -c 'import json; part = json.load(open("part.json")); print({key: part.get(key) for key in ("nodes", "arcs", "no_through_nodes", "points", "origins")})'
done
