# exit 2
allways solve sioux_falls -o table.omx --shard 4/3
