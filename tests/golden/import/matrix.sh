# exit 3
allways import fixtures/matrix.csv -o net.gpkg -F matrix-csv
