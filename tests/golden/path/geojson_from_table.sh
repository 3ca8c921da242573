allways solve sioux_falls -o table.omx --cost time --quiet
allways path table.omx --from 1 --via 10 --to 20 -o from_table.geojson --quiet
allways path sioux_falls --from 1 --via 10 --to 20 -o from_network.geojson --quiet
cmp from_table.geojson from_network.geojson && ls
