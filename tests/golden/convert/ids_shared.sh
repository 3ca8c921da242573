# Matrices that differ in their suffix share their ids: the same ids are in nobody's way, other ids are.
# exit 3
allways table sioux_falls --points 3-5 -o t.omx --quiet
allways convert t.omx t.npy --quiet && allways convert t.omx t.mtx --quiet && ls t.*
allways info t.npy --quiet | head -n 2
allways table sioux_falls --points 6-8 -o u.omx --quiet
allways convert u.omx t.tsp
