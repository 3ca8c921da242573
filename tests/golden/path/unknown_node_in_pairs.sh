# exit 3
allways path sioux_falls --pairs fixtures/unknown_pair.csv
