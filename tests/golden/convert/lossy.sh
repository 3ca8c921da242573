# exit 2
# What changes distances is refused by its name, unless it is asked for; formats that keep it say nothing.
allways convert fixtures/square.gr out.csv -f edge-list --no-through 2; code=$?
allways convert fixtures/square.gr out.csv -f edge-list --no-through 2 --lossy && ls
allways convert fixtures/square.gr out.graphml --no-through 2 && allways info out.graphml --quiet | grep no-through
exit $code
