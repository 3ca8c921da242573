# exit 2
allways path sioux_falls --pairs fixtures/pairs.csv --nearest 2
