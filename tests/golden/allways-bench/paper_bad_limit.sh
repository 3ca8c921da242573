# exit 2
allways-bench paper xiao --limit 0
