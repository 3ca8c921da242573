# exit 2
allways-bench paper xiao --device reference
