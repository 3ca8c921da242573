# exit 2
allways-bench paper xiao --sizes 10,11
