# exit 5
allways solve sioux_falls -o table.omx --cost-type float32 --memory 1k
