# exit 2
allways devices --no-such-option
