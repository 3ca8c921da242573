# exit 2
allways slove sioux_falls
