# exit 3
allways solve fixtures/square.gr -o table.omx --no-next-hops --quiet && allways path table.omx --from 1 --to 2
