# exit 2
allways solve sioux_falls -o table.omx --cost-type float32 --resume
