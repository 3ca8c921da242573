# At a node as inside a road, the ends are what was asked for.
allways path fixtures/village.osm --from @8.0000,46.9999 --via @8.0039,47 --to @8.0040,47.00001 --snap nodes -f json --quiet | grep -E '"(from|to|via|node|position)"' -A 1
allways path fixtures/village.osm --from @8.0000,46.9999 --to 2 -f csv --quiet
