# Files hold seconds that other programs add up, and Allways restores the milliseconds; --dtype raw writes these.
allways solve fixtures/village.osm -o table.omx --quiet
allways solve fixtures/village.osm -o table.npy --quiet
allways solve fixtures/village.osm -o raw.npy --dtype raw --quiet
python3 -c '
import json, struct
for name, code in (("table", "f"), ("raw", "i")):
    rows = open(name + ".npy", "rb").read()[128:]
    print(*(f"{number:.7g}" for number in struct.unpack(f"<5{code}", rows[:20])), json.load(open(name + ".json")).get("decimals"))
'
for other in table.npy raw.npy; do allways diff table.omx $other --quiet | tail -1; done
