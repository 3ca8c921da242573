# exit 3
allways solve sioux_falls -o city.factor --factor-only --quiet
allways import city.factor -o city.gpkg
