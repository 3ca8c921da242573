# exit 2
allways solve sioux_falls -o table.omx --bands --cost-type float32
