# exit 3
allways demo village >/dev/null
allways demo village -O >/dev/null && echo replaced
allways demo village
