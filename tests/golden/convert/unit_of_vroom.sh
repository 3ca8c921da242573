# exit 2
allways solve fixtures/square.gr -o square.omx --quiet
allways convert square.omx square.vroom.json --unit min
