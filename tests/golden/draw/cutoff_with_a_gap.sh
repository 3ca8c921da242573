# exit 2
allways draw sioux_falls --from 1 --cutoff 300,,900 -o map.png
