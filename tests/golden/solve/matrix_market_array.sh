allways solve fixtures/dense.mtx -o - -f csv -q
