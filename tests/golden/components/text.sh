allways components fixtures/village.osm -q && allways components fixtures/rings.csv -q --weak && allways components sioux_falls -q
