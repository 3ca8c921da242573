# exit 2
allways centrality sioux_falls --measures betweenness --cost-type float64 -o between.csv
