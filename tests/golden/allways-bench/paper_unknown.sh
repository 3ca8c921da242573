# exit 2
allways-bench paper nobody
