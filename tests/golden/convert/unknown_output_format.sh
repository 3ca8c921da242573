# exit 2
allways convert no_such_file.gr out.csv -f floppy; code=$?; allways convert no_such_file.gr out.xyz && exit 1; exit $code
