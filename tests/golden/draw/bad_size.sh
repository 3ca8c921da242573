# exit 2
allways draw sioux_falls -o map.png --size 800
