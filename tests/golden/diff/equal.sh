# The same table raw, as text, which states no unit and would be a list of arcs too, and under a name that says nothing.
allways solve sioux_falls -o a.omx --quiet
allways convert a.omx text.csv --quiet
cp text.csv text.txt
allways diff a.omx text.csv
allways diff text.txt a.omx --format-a matrix-csv --quiet > /dev/null; echo "exit $?"
