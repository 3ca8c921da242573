allways solve fixtures/square.gr -o table.omx --quiet && allways convert table.omx table.npy --quiet && ls
