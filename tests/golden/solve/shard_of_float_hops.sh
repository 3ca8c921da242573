# exit 2
allways solve sioux_falls -o table.omx --cost-type float32 --schedule sweep --shard 1/3
