# exit 5
allways solve sioux_falls -o table.omx --schedule blocked --memory 1k
