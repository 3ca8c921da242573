# Pairs that are unreachable are left out, or NULL.
allways solve fixtures/square.gr -o square.omx --quiet
allways convert square.omx square.sqlite
allways convert square.omx whole.db --unreachable null
python3 - <<'PYTHON'
import sqlite3
for name in "square.sqlite", "whole.db":
    file = sqlite3.connect(name)
    print(file.execute("SELECT sql FROM sqlite_master ORDER BY name").fetchall())
    print(file.execute("SELECT count(*), count(cost), sum(cost) FROM distance").fetchall())
    print(file.execute("SELECT to_id, cost, typeof(cost) FROM distance WHERE from_id = 4 ORDER BY to_id").fetchall())
    print(file.execute("SELECT * FROM field").fetchall())
    print(file.execute("SELECT * FROM metadata WHERE name IN ('origins', 'unreachable', 'source')").fetchall())
PYTHON
