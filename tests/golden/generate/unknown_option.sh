# exit 2
allways generate --no-such-option
