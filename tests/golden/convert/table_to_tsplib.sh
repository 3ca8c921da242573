allways solve fixtures/square.gr -o table.omx --quiet && allways convert table.omx square.tsp --unreachable 80 && cat square.tsp square.ids.csv
