# exit 2
allways centrality fixtures/square.gr --measures fame -o fame.csv
