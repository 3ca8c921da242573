# exit 2
allways draw sioux_falls --to 3 -o map.png
