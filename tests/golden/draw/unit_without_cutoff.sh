# exit 2
allways draw sioux_falls --from 1 --unit min -o map.png
