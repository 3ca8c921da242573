# exit 2
allways solve sioux_falls -o table.omx --shard 1/3 --schedule blocked
