# exit 2
allways bench --replot result.json --plot plot.png --paper xiao
