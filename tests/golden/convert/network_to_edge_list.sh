allways convert fixtures/square.gr - -f edge-list --quiet
