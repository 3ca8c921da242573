# A list of Network Repository: its first row states the edges, then the nodes.
printf '3 4 4\n1 2\n2 3\n4 1\n' > road.edges
allways info road.edges
