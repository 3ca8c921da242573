# 2 and 3 only join two roads; lanes differ along the chain
allways simplify fixtures/rings.csv -o - -f edge-list
