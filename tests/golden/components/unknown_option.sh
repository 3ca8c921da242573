# exit 2
allways components fixtures/rings.csv --no-such-option
