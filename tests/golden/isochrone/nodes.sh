allways reach fixtures/rings.csv --from 1 --cost length --cutoff 7,3,12 -o - -f csv -q
allways reach fixtures/rings.csv --from 4,6 --cost length --cutoff 5 -o - -f csv -q
