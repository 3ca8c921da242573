# exit 3
allways draw sioux_falls --from 99 -o reach.png
