# exit 3
echo "from,to" > pairs.csv
allways path sioux_falls --pairs pairs.csv -o paths.csv; code=$?
printf "# none yet\n" | allways path sioux_falls --pairs - -o paths.csv
ls; exit $code
