allways centrality sioux_falls --measures betweenness,arc-betweenness -o - -f csv --quiet | head -4
allways centrality sioux_falls --measures betweenness,arc-betweenness --what nodes -o - -f csv --quiet | head -4
