allways solve sioux_falls -o table.omx --shard 2/3 --schedule sweep --dry-run --quiet | sed -n 's/disk.*/disk …/; /shard/p; /disk/p'; ls
