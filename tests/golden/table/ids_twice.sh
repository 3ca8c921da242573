# A list may name a node twice; of the table, such an id cannot be asked for.
# exit 3
allways table sioux_falls --points 1-3,2,10 -o twice.omx || exit 1
allways table twice.omx --points 1,10 -o - -f csv --quiet || exit 1
printf 'from,to\n1,10\n1,2\n' > pairs.csv
allways table twice.omx --pairs pairs.csv -o - -f csv-long --quiet
allways table twice.omx --points 1-3 -o - -f csv --quiet
