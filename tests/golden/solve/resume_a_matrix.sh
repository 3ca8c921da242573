# exit 2
allways solve fixtures/matrix.csv -o table.omx --resume
