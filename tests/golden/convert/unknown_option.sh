# exit 2
allways convert --no-such-option
