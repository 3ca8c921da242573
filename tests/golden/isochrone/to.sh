# against the arcs: 7 is reached from 6, and 6 from nowhere
allways reach fixtures/rings.csv --to 7 --cost length --cutoff 1 -o - -f csv -q
allways reach fixtures/rings.csv --to 6 --cost length --cutoff 1 -o - -f csv -q
