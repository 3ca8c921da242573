# exit 3
allways solve fixtures/square.gr -o square.factor --factor-only --quiet
allways solve sioux_falls -o city.factor --factor-only --order-from square.factor
