allways convert fixtures/matrix.csv matrix.atsp --quiet && allways convert matrix.atsp - -f csv --quiet
