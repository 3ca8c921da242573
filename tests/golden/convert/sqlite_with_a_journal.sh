# Another program has the database open.
# exit 3
allways solve fixtures/square.gr -o a.omx --quiet
echo old > a.db
touch a.db-journal
allways convert a.omx a.db -O; code=$?
cat a.db
exit $code
