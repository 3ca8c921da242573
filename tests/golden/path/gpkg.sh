allways path sioux_falls --pairs fixtures/positions.csv -o paths.gpkg --quiet && ls
allways path sioux_falls --from 1 --to 2 -o paths.gpkg --quiet && exit 1; ls
