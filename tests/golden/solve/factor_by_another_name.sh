# exit 2
allways solve sioux_falls -o city.omx --factor-only
