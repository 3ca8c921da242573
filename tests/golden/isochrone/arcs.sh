# arcs are cut where the limit is
allways reach fixtures/rings.csv --from 1 --cost length --cutoff 7,12 -o - -f csv --what arcs -q
