allways convert fixtures/square.gr - -f matrix-market
