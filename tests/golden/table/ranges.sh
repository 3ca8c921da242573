# Zones as ranges, and all of them; also in lists of files.
# exit 3
allways table sioux_falls --origins 1-3,10 --destinations 23-30 -o - -f csv --quiet
printf 'node_id\n2-3\n1\n' > zones.csv
allways table sioux_falls --points @zones.csv -o - -f csv --quiet
allways table sioux_falls --no-through 1-2 --points centroids -o - -f csv --quiet
printf 'from,to,cost\n1-2,1,5\n1,1-2,7\n1,2,9\n' > streets.csv
allways table streets.csv --origins 1-2 --destinations 1 -o - -f csv --quiet
allways isochrone sioux_falls --from 1-2 --cutoff 100 -o - -f csv --quiet
allways table sioux_falls --points centroids -o - -f csv --quiet
allways table sioux_falls --points 100-200 -o - -f csv --quiet
