# exit 3
# A file of other ids beside another matrix is in the way of the table, before it is solved.
allways solve fixtures/square.gr -o table.npy --quiet
allways solve sioux_falls -o table.mtx -O --cost time; code=$?
ls
exit $code
