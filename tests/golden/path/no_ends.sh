# exit 2
allways path sioux_falls --from 1
