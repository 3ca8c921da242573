# exit 5
allways bench --device reference --n 4000000000
