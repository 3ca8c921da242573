# exit 2
allways generate streets --nodes -3 -o out.gr; code=$?; allways generate random --nodes -3 -o out.gr || exit $code
