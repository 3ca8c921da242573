allways simplify fixtures/rings.csv -o - -f edge-list -q --sum lanes
