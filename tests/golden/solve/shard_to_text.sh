# exit 2
allways solve sioux_falls -o table.csv --shard 1/3 --schedule sweep
