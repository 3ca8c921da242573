# exit 2
allways table sioux_falls --points 1,2 --cutoff -5 -o t.long.csv
