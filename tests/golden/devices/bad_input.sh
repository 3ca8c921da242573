# exit 2
allways devices surplus
