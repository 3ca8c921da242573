# exit 2
allways import sioux_falls -o city.gmns --order
