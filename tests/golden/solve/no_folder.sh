# exit 3
allways solve fixtures/square.gr -o nowhere/table.omx
