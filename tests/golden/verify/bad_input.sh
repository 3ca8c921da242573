# exit 3
allways verify fixtures/broken.gr --network fixtures/square.gr
