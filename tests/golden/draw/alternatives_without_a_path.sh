# exit 2
allways draw sioux_falls --from 13 --alternatives -o map.png
