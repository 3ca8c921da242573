# exit 2
allways fly
