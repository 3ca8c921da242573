allways table fixtures/village.osm --points fixtures/customers.csv --skim length -o table.omx --quiet
allways table fixtures/village.osm --points fixtures/customers.csv --skim width -o width.omx --quiet 2>/dev/null || echo $?
