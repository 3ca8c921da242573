allways draw sioux_falls --from 1 --via 10 --to 20 --cost time -o path.html --theme dark
grep -o "<title>.*" path.html
