# exit 5
allways bench --n 10 --device 99:0
