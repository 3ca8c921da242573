# exit 2
allways path sioux_falls --from 1,2 --to 3 --via 4
