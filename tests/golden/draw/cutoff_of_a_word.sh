# exit 2
allways draw sioux_falls --from 1 --cutoff a -o map.png
