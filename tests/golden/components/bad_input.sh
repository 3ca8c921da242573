# exit 3
allways components fixtures/broken.gr
