touch map.svg
allways draw sioux_falls -o map.svg -O -q && head -c 5 map.svg
