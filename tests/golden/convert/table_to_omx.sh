# Natural numbers in other units, with the paths; and raw ones again.
allways solve fixtures/village.osm -o table.omx --quiet
allways convert table.omx natural.omx --quiet
allways convert table.omx minutes.omx --unit min --quiet
allways convert natural.omx raw.omx --dtype raw --quiet
for table in natural minutes raw; do allways diff table.omx $table.omx --rtol 1e-15 --quiet | tail -1; done
allways path natural.omx --from 9 --to 12 --quiet | head -1
allways verify natural.omx --network fixtures/village.osm --quiet | tail -1
