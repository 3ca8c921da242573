# exit 2
allways verify table.omx --network sioux_falls --rows -5
