# exit 2
printf "from,to\n1,20\n" > pairs.csv
allways table sioux_falls --pairs pairs.csv -o table.csv
