# exit 2
allways solve sioux_falls --dry-run --schedule sweep --tile 7
