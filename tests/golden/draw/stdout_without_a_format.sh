# exit 2
allways draw sioux_falls -o -
