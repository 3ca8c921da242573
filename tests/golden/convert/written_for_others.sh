# exit 3
allways solve fixtures/square.gr -o table.omx --quiet
allways convert table.omx fleet.vroom.json --unreachable 99 --quiet
allways convert fleet.vroom.json fleet.csv
