# exit 3
allways solve fixtures/square.gr -o table.omx --quiet && allways solve table.omx -o again.omx
