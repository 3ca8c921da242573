# exit 2
allways solve no_such_file.gr -o table.npy --report ./table.json; code=$?
allways solve no_such_file.gr -o table.omx --report table.omx -O && exit 1; exit $code
