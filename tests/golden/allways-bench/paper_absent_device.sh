# exit 5
allways-bench paper xiao --device 99:0
