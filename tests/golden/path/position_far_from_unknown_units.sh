# The network states no reference system: degrees are none of its numbers.
# exit 3
allways path sioux_falls --from @-87.6,41.8 --to @-88,42 --quiet && exit 1
allways explain sioux_falls --from @-87.6,41.8 --to 3 --quiet && exit 1
allways reach sioux_falls --from @-87.6,41.8 --cutoff 5 -o reach.csv --quiet && exit 1
allways draw sioux_falls --from @-87.6,41.8 --to 3 -o path.html --quiet && exit 1
allways path sioux_falls --from @-87.6,41.8 --to 3 --snap-radius 1000 --quiet > path.txt || exit 1
allways path sioux_falls --from @-87.6,41.8 --to 3 --snap-radius 10 --quiet
