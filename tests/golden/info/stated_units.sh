# Units that the file leaves out, in every format of networks and of matrices.
allways info fixtures/square.gr --cost-unit min --quiet | tail -2
allways info fixtures/quarter.graphml --length-unit ft --quiet | grep length
allways info fixtures/matrix.csv --cost-unit seconds --quiet | grep -i -e unit -e cost
