# exit 3
sed "s/2 2 4 7/2 2 4 8/" fixtures/square.graph > broken.graph; allways info broken.graph
