# exit 2
allways convert no_such_file.omx out.omx --dtype raw --unit min
