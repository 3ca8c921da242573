# exit 2
allways info --jsno sioux_falls
