# A factor answers as its network does.
allways solve sioux_falls -o city.factor --factor-only --quiet
allways table city.factor --points 1,2,20 -o - -f csv --quiet
