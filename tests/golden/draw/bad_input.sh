# exit 3
allways draw fixtures/broken.gr -o broken.png
