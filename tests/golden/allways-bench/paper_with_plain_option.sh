# exit 2
allways-bench paper xiao --n 100
