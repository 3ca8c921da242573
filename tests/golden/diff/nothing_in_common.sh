# exit 6
allways table fixtures/square.gr --points 1,2 -o a.omx --quiet
allways table fixtures/square.gr --points 3,4 -o b.omx --quiet
allways diff a.omx b.omx --common
