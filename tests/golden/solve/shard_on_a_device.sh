# exit 2
allways solve sioux_falls -o table.omx --device reference --shard 1/3
