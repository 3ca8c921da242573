# exit 2
allways help fly
