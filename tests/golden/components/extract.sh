# one component as a network of its own
allways components fixtures/rings.csv -q --extract largest.csv > /dev/null && cat largest.csv
allways components fixtures/rings.csv -q --weak --extract island.csv --component 2 > /dev/null && cat island.csv
