# exit 2
allways info sioux_falls --head 3
