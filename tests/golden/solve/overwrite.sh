touch table.omx; allways solve fixtures/square.gr -o table.omx -O --quiet; test -s table.omx && ls
