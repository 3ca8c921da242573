allways components fixtures/rings.csv -q --limit 1
