# exit 2
allways bench --n -4
