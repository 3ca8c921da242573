allways solve sioux_falls -o a.omx --quiet
allways convert a.omx a.db --unit min --nearest 2
python3 -c 'import sqlite3; print(sqlite3.connect("a.db").execute("SELECT from_id, to_id, time_min FROM distance WHERE from_id < 3").fetchall())'
