# exit 3
allways solve sioux_falls -o table.omx --schedule sweep --shard 2/3 && allways join table.omx.partial
