# exit 2
allways simplify fixtures/rings.csv -o - -f edge-list --json
