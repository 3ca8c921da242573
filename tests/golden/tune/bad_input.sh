# exit 2
allways tune --time soon
