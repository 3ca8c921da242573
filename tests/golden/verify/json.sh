allways solve fixtures/square.gr -o table.omx --quiet && allways verify table.omx --network fixtures/square.gr --json --quiet
