# exit 3
allways centrality fixtures/broken.gr --measures reach -o reach.csv
