# What is not read is said with the way out.
python3 - <<'X'
import zipfile
for name, member in (("t.xlsx", "[Content_Types].xml"), ("t.npz", "a.npy")):
    with zipfile.ZipFile(name, "w") as archive:
        archive.writestr(member, "x" * 100)
open("overpass.json", "w").write('{\n  "version": 0.6,\n  "generator": "Overpass API 0.7",\n  "elements": []\n}\n')
X
for file in t.xlsx t.npz overpass.json; do
    allways info $file
done
allways table fixtures/square.gr --points t.xlsx -o t.csv
# exit 3
