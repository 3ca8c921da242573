# A node that nothing reaches, and one that reaches nothing else.
allways table fixtures/square.gr --origins 1,5,4 --destinations 2,5 -o part.omx --quiet
allways info part.omx --head 5
allways info part.omx --json
