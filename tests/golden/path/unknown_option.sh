# exit 2
allways path --no-such-option
