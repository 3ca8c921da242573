# exit 2
allways solve sioux_falls -o table.omx --memory -5
