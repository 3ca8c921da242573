# A first line whose column names are not known is taken for an id: the message says which names are.
# exit 3
printf 'zone\n1\n2\n' > zones.csv
printf 'a,b\n1,2\n' > pairs.csv
printf 'from,to\nx,2\n' > named.csv
allways table sioux_falls --points zones.csv -o - -f csv
allways path sioux_falls --pairs pairs.csv
allways table sioux_falls --pairs named.csv -o - -f csv-long
allways table sioux_falls --pairs pairs.csv -o - -f csv-long
