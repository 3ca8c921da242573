# exit 2
allways tune --no-such-option
