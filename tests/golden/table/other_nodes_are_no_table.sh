# exit 3
allways table sioux_falls --origins 1,2 --destinations 3,4 -o part.omx --quiet
allways info part.omx
