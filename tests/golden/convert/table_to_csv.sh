allways solve fixtures/square.gr -o table.omx --quiet && allways convert table.omx - -f csv --quiet
