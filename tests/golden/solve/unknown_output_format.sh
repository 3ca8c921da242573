# exit 2
allways solve fixtures/square.gr -o table.xyz
