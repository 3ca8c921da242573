allways access fixtures/village.osm --destinations fixtures/customers.csv --weights demand --cutoff 60 -o access.gpkg --quiet --json | tail -n +1 | python3 -c '
import json, sys
report = json.load(sys.stdin)
print({key: report[key] for key in ("kinds", "cutoffs", "unit", "unsnapped", "destinations", "outputs")})'
ogrinfo -ro -so access.gpkg access | grep -E "Geometry|Feature|demand"
