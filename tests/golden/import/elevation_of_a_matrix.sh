# exit 2
allways solve fixtures/matrix.csv --elevation dem.asc -o table.omx -q
