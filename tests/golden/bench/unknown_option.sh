# exit 2
allways bench --no-such-option
