allways simplify fixtures/rings.csv -o - -f edge-list --dead-ends --keep 5,1
