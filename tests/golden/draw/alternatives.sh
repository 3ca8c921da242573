# The best path and its alternatives, each in its colour, named in the legend.
allways draw sioux_falls --from 13 --to 16 --alternatives 2 --cost time -o paths.html -q
grep -o "<title>.*" paths.html
grep -oE '"label":"(best|alternative [0-9]): [^"]*"' paths.html
