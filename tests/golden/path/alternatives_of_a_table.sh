# exit 3
allways solve sioux_falls -o table.omx --quiet
allways path table.omx --from 13 --to 16 --alternatives
