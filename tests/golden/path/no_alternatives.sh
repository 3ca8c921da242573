# What is not found is said, and counted.
allways path fixtures/village.osm --from 1 --to 5 --alternatives --json -o path.txt > report.json && grep alternatives report.json
printf '1,5\n13,16\n' > pairs.csv
allways path sioux_falls --pairs pairs.csv --alternatives 1 --cost time --json -o paths.csv > report.json && grep alternatives report.json
