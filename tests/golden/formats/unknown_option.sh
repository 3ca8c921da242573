# exit 2
allways formats --no-such-option
