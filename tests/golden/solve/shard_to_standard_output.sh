# exit 2
allways solve sioux_falls -o - -f csv --shard 1/3
