# exit 3
allways join table.omx
