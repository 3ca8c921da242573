# exit 2
allways components fixtures/rings.csv -f csv
