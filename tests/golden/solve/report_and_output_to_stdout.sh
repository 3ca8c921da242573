# exit 2
allways solve no_such_file.gr -o - -f csv --report -
