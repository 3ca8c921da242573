# exit 2
allways draw sioux_falls -o map.html --size 800x600
