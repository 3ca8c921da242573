# It stays a matrix of direct costs, which can be solved.
allways convert fixtures/matrix.csv matrix.omx --quiet
allways info matrix.omx --quiet
allways diff fixtures/matrix.csv matrix.omx --quiet | tail -1
allways solve matrix.omx -o table.omx --quiet && allways info table.omx --quiet | head -1
