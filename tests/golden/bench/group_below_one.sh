# exit 2
allways bench --group 0
