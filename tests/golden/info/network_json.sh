allways info fixtures/square.gr --json
