# exit 2
allways draw sioux_falls --classes equal -o map.png
