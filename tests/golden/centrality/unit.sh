# exit 2
allways centrality fixtures/square.gr --measures reach --unit min -o reach.csv
