# exit 3
allways info fixtures/broken.gr
