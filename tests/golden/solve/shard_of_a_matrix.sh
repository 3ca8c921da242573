# exit 2
allways solve fixtures/matrix.csv -o table.omx --shard 1/3
