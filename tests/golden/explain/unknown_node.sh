# exit 3
allways explain sioux_falls --from 1 --to 99
