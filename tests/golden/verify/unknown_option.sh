# exit 2
allways verify --no-such-option
