# exit 2
allways solve --no-such-option
