# exit 2
allways draw sioux_falls -o map.png --color blue
