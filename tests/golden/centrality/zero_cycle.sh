# Paths through a cycle of zero cost are those with the fewest of its arcs.
printf "p sp 4 5\na 1 2 3\na 2 3 0\na 3 2 0\na 3 4 5\na 2 4 5\n" > zero.gr
allways centrality zero.gr --measures betweenness,arc-betweenness -o - -f csv --quiet
