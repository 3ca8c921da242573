# exit 6
allways solve fixtures/matrix.csv -o table.omx --cost-type float32 --quiet && allways verify table.omx --network sioux_falls --quiet
