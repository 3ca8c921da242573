# exit 2
allways info fixtures/square.gr -F floppy
