# exit 3
allways-bench replot missing.json --plot plot.png
