# exit 3
allways solve sioux_falls -o city.factor --factor-only --quiet
allways solve city.factor -o table.omx
