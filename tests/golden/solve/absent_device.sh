# exit 5
allways solve fixtures/square.gr -o table.omx --device 99:0
