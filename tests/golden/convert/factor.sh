# exit 3
allways solve sioux_falls -o city.factor --factor-only --quiet
allways convert city.factor city.csv
