allways reach --from 1 --cost length --cutoff 7 fixtures/rings.csv -o - -f csv -q --cutoff 3
