allways formats --json | python3 -c 'import json, sys; j = json.load(sys.stdin); print(sorted(j), sorted(j["read"][0]))'
