# exit 2
allways bench --python python3
