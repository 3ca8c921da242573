# exit 2
allways bench --n none
