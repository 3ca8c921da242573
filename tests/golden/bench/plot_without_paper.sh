# exit 2
allways bench --plot plot.png
