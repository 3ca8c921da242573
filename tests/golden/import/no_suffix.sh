allways import sioux_falls -o net --quiet && allways info net --quiet | head -n 2
allways import fixtures/square.gr -o - -f edge-list --quiet | head -n 2
