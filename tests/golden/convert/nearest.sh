allways solve fixtures/square.gr -o table.omx --quiet && allways convert table.omx - -f csv-long --nearest 2 --cutoff 6.5 --quiet
