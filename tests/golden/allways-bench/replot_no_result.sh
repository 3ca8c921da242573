# exit 3
echo '{"a": 1}' > other.json
allways-bench replot other.json --plot plot.png
