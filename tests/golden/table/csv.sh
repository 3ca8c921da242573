# A pair of nodes on a zero-cost cycle, a node that is asked for twice, and one that nothing reaches.
allways table fixtures/square.gr --origins 4,1,1 --destinations 2,3,5 -o - -f csv --quiet
