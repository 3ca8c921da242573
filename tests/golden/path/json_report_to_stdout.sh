# exit 2
allways path sioux_falls --from 1 --to 20 --json
