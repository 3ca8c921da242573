# Skims that both have are compared; one matrix alone, against a table of that cost.
allways table fixtures/village.osm --points 1,3,7 --skim length --skim free_speed -o a.omx --quiet
allways table fixtures/village.osm --points 7,3,1 --skim length -o b.omx --quiet
allways diff a.omx b.omx --quiet; echo "exit $?"
allways solve fixtures/village.osm --cost length -o length.omx --quiet
allways diff a.omx length.omx --matrix length --common --quiet | tail -1
