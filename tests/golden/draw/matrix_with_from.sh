# exit 3
allways draw fixtures/matrix.csv --from 1 -o map.png
