# exit 2
allways solve fixtures/square.gr
