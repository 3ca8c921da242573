# exit 2
allways solve sioux_falls -o table.factor --factor-only --shard 1/3
