allways solve fixtures/square.gr -o table.omx --quiet && allways convert table.omx square.tsp && cat square.tsp square.ids.csv
