# A table is what it was in whatever format it was written: cells and ids, of all pairs, of origins × destinations, of floats.
allways solve sioux_falls -o all.omx --quiet
allways table sioux_falls --origins 7,3,20 --destinations 20,5 -o part.omx --quiet
allways solve sioux_falls --cost-type float32 -o single.omx --quiet
for name in all part single; do
    for suffix in npy csv long.csv sqlite tsp; do
        case $name.$suffix in part.tsp) continue;; esac
        rm -f $name.ids.csv
        allways convert $name.omx $name.$suffix --quiet
        allways diff $name.omx $name.$suffix --quiet > report; echo "$name.$suffix: exit $?, $(tail -1 report)"
        allways convert $name.$suffix back.omx -O --quiet
        allways diff $name.omx back.omx --quiet > report; echo "  and back: exit $?, $(tail -1 report)"
    done
done
