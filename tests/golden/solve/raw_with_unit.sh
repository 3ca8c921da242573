# exit 2
allways solve no_such_file.gr -o table.npy --dtype raw --unit min
