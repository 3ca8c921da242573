# exit 2
allways serve fixtures/square.gr --port 0
