# What a run that ended early has written is no table: rows that it had not reached are 0.
# exit 3
allways solve sioux_falls -o t.omx --quiet && mv t.omx t.omx.partial
allways solve sioux_falls -o n.npy --quiet && mv n.npy n.npy.partial
allways convert t.omx.partial - -f csv
allways table n.npy.partial --points 1 -o - -f csv
mv t.omx.partial other.partial && touch other.partial.job
allways info -F omx other.partial
