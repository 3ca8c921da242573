# exit 3
allways info sioux_falls --no-through 3-1
allways table sioux_falls --points 3-1 -o - -f csv
