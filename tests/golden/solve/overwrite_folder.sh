# exit 3
mkdir table.omx; allways solve fixtures/square.gr -o table.omx -O
