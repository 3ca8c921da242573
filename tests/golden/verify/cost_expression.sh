# exit 6
# The table names the expression, which the network has no column for.
allways import fixtures/village.osm -o town.gpkg -q
allways solve town.gpkg --cost 'time + 0.02 * length' --skim length -o table.omx -q
allways verify table.omx --network town.gpkg -q
allways verify table.omx --network town.gpkg --cost 'time + 0.03 * length' -q
