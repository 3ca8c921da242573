allways solve sioux_falls -o table.omx --quiet && allways verify table.omx --network sioux_falls --quiet
