# exit 2
allways table sioux_falls --points 1 --cost time -o part.csv --unit km
