allways convert fixtures/square.gr - -f graphml --quiet
