# exit 3
allways path sioux_falls --from 1 --to 99
