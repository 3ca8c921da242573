# Only positions are away from their roads: between nodes the access speed changes nothing.
allways table sioux_falls --points 1,2 --access-speed 5 -o - -f csv || exit 1
allways path sioux_falls --from 1 --to 2 --access-speed 5 -o path.csv
allways isochrone sioux_falls --from 1 --cutoff 100 --access-speed 5 -o reach.csv
printf 'from,to\n1,2\n' | allways path sioux_falls --pairs - --access-speed 5 -o paths.csv
