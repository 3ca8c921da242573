# exit 3
allways solve sioux_falls -o city.factor --factor-only --quiet
allways table city.factor --points 1,2 -o part.csv
