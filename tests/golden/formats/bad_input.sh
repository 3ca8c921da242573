# exit 2
allways formats surplus
