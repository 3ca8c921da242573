# exit 2
allways convert fixtures/matrix.csv matrix.omx
