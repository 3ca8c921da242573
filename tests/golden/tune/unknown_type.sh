# exit 2
allways tune --type int16
