# exit 3
touch report.json; allways import no_such_file.gr -o net.gpkg --report report.json
