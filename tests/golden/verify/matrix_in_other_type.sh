allways solve fixtures/matrix.csv -o table.omx --cost-type float64 --quiet && allways verify table.omx --network fixtures/matrix.csv --quiet
