# The same nodes on both sides are a table that everything reads.
allways table sioux_falls --points 5,9,2 -o points.omx --quiet
allways convert points.omx - -f csv --quiet
printf 'name,node_id\nwest,5\neast,9\n' > stops.csv
allways table points.omx --points @stops.csv -o - -f csv-long --quiet
printf '# two stops\n9\n\n5\n' | allways table points.omx --points @- -o - -f csv --quiet
