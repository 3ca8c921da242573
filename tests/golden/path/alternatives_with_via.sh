# exit 2
allways path sioux_falls --from 13 --via 2 --to 16 --alternatives 2
