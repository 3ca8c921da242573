allways solve fixtures/square.gr -o table.omx --quiet && allways convert table.omx table.mtx --quiet && cat table.mtx table.ids.csv
