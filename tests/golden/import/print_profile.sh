allways import --print-profile bicycle > mine.toml && wc -l < mine.toml > lines && test "$(cat lines)" -gt 50
allways import fixtures/village.osm -o a.gpkg --profile mine.toml -q && allways import fixtures/village.osm -o b.gpkg --profile bicycle -q
allways convert a.gpkg a.csv -f edge-list --turns none -q && allways convert b.gpkg b.csv -f edge-list --turns none -q && cmp a.csv b.csv && echo same
