printf "1,20\n2,13\n" > pairs.csv
allways draw sioux_falls --pairs pairs.csv --cost time -o paths.html --title "Two ways" -q
grep -o "<title>.*" paths.html
grep -o "\"label\":\"1 to 20: 22 min\"" paths.html
