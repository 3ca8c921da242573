# exit 2
allways solve sioux_falls -o table.omx --bands --dtype natural
