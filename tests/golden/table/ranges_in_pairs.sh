# The ends of pairs are single nodes: neither a range nor the word stands for several.
# exit 3
printf 'from,to\n1-2,4\n3,1\n' > range.csv
printf 'from,to\n3,1\n4,centroids\n' > word.csv
allways table sioux_falls --pairs range.csv -o - -f csv-long --quiet
allways table sioux_falls --no-through 1-2 --pairs word.csv -o - -f csv-long --quiet
printf 'from,to,cost\n1-2,4,5\n4,1-2,7\n' > streets.csv
allways table streets.csv --pairs range.csv -o - -f csv-long --quiet
printf 'from,to\n1-2,4\n4,1-2\n' > named_so.csv
allways table streets.csv --pairs named_so.csv -o - -f csv-long --quiet
allways table sioux_falls --pairs range.csv -o - -f csv-long --quiet
