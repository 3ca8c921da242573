# exit 3
allways solve fixtures/broken.gr -o table.omx
