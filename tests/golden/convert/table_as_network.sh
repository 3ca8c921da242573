# exit 2
allways solve fixtures/square.gr -o table.omx --quiet && allways convert table.omx out.gr
