# exit 2
allways solve sioux_falls -o city.factor --factor-only --quiet
allways path city.factor --from 1 --to 20 --cost-type float32
