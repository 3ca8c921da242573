# exit 2
allways table fixtures/village.osm --points fixtures/customers.csv --skim width -o table.omx
allways table fixtures/village.osm --points 1,2 --skim width -o table.omx
