# exit 2
allways
