# exit 6
allways solve fixtures/square.gr -o table.omx --quiet
sed 's/a 4 1 2/a 4 1 1/' fixtures/square.gr > other.gr
allways verify table.omx --network other.gr --quiet
