# The factor alone knows names, lengths and turns.
allways solve fixtures/village.osm -o village.factor --factor-only --quiet
allways path village.factor --from 1 --to 7 --quiet
