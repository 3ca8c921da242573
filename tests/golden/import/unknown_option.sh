# exit 2
allways import --no-such-option
