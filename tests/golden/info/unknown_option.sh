# exit 2
allways info --no-such-option
