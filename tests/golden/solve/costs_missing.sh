# exit 3
allways solve fixtures/some_costs.csv -o table.omx --quiet
