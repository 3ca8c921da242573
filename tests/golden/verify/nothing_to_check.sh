# exit 2
allways solve sioux_falls -o table.omx --quiet && allways verify table.omx --network sioux_falls --rows 0 --pairs 0
