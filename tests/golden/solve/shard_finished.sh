allways solve sioux_falls -o table.omx --shard 1/1 --schedule sweep -q && allways solve sioux_falls -o table.omx --shard 1/1 --schedule sweep
