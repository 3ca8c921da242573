# exit 5
allways solve sioux_falls -o table.omx --memory 1k
