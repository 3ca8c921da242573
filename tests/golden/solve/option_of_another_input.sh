# exit 2
allways solve sioux_falls -o table.omx --undirected; code=$?
allways solve sioux_falls -o table.omx --from-field a
allways solve fixtures/matrix.csv -o table.omx --nodes sioux_falls/node.csv
allways solve fixtures/matrix.csv -o table.omx --cost time && exit 1; exit $code
