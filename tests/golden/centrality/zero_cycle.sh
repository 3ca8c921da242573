# exit 2
printf "p sp 3 3\na 1 2 0\na 2 1 0\na 2 3 5\n" > zero.gr
allways centrality zero.gr --measures betweenness -o between.csv
