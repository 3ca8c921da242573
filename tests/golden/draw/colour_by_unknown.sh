# exit 2
allways draw sioux_falls --colour-by load -o load.png -q
