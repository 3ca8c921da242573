# exit 3
touch there.json
allways-bench paper xiao -o there.json
