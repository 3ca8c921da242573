# exit 5
allways table sioux_falls --points 1,2,3 -o part.csv --memory 1k; code=$?
ls part.csv 2> /dev/null
exit $code
