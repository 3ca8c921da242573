# What a factor notes of its network comes once.
allways import fixtures/village.osm -o village.gpkg --quiet
allways solve village.gpkg -o village.factor --factor-only --quiet
allways table village.factor --points fixtures/customers.csv -o customers.omx --quiet
allways convert customers.omx customers.csv --quiet && head -1 customers.csv
