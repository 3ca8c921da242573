# exit 2
allways-bench replot result.json
