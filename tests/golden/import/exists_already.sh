# exit 3
touch net.gpkg; allways import no_such_file.gr -o net.gpkg
