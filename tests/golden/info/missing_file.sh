# exit 3
allways info no_such_file.gr
