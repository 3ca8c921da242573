# exit 2
allways-bench paper xiao --plot xiao.gif
