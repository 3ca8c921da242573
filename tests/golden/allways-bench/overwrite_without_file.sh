# exit 2
allways-bench paper xiao -O
