# exit 3
allways solve sioux_falls -o table.omx --shard 1/2 --schedule sweep -q && allways solve sioux_falls -o table.omx --shard 2/2 --schedule sweep --no-next-hops
