# exit 2
allways convert no_such_file.omx out.csv --nearest 2
