# exit 3
touch map.png
allways draw sioux_falls -o map.png
