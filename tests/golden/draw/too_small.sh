# exit 2
allways draw sioux_falls -o map.svg --size 150x150
