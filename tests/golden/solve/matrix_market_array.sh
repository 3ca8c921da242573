# exit 3
allways solve fixtures/dense.mtx -o - -f csv -q
