allways solve sioux_falls -o table.omx --dry-run --quiet | sed 's/memory.*/memory …/; s/host (.*/host …/; s/of .* GiB/of …/'
