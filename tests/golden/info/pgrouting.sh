allways info fixtures/ways.csv -q && allways path fixtures/ways.csv --from 11 --to 10 -f csv -q
