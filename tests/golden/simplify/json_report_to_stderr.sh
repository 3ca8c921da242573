# The network takes standard output, so the report goes to standard error.
allways simplify fixtures/rings.csv -o - -f edge-list --json
