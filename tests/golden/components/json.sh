allways components fixtures/rings.csv -q --json
