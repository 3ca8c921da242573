# exit 2
allways draw sioux_falls --width-by free_speed --from 1 -o map.png
