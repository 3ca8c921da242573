# exit 2
allways bench --limit 5
