# exit 2
allways solve fixtures/square.gr -o table.omx --quiet && allways path table.omx --from 1 --to 2 --cost-type float64
