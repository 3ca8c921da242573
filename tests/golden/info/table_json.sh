allways solve fixtures/square.gr -o table.omx --quiet && allways info table.omx --json
