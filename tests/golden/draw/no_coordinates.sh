# exit 3
allways draw fixtures/square.gr -o square.png
