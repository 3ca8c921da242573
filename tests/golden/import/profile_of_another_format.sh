# exit 2
allways import sioux_falls -o net.gpkg --profile car
