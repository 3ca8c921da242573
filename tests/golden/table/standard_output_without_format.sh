# exit 2
allways isochrone sioux_falls --from 1 --cutoff 100 -o -
allways table sioux_falls --points 1,2 -o -
