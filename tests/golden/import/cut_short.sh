# exit 3
allways import sioux_falls -o net.gpkg -q && head -c 50000 net.gpkg > cut.gpkg && allways info cut.gpkg
