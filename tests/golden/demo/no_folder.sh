# exit 3
allways demo /dev/null/village
