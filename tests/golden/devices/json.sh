allways devices --json | python3 -c 'import json, sys; print(type(json.load(sys.stdin)["devices"]).__name__)'
