# exit 2
allways solve fixtures/square.gr -o a.omx --quiet
allways convert a.omx a.desire.gpkg; code=$?
ls a.desire.gpkg 2> /dev/null
exit $code
