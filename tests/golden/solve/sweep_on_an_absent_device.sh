# exit 5
allways solve sioux_falls --dry-run --schedule sweep --device 99:0
