# exit 2
allways draw sioux_falls --cutoff 600 -o map.png
