# Cells are matched by ids, whatever their order; missing cells stay missing.
printf 'node_id,1,2\n1,1,2\n2,3,4\n' > a.csv
printf 'node_id,2,1\n2,40,30\n1,,10\n' > b.csv
printf 'from,to,trips\n1,1,1\n1,2,2\n2,1,3\n2,2,4\n' > a.long.csv
for file in a.csv a.long.csv; do allways matrix $file --plus b.csv -o - -f csv; done
allways matrix a.csv --minus b.csv -o - -f csv
allways matrix a.csv --times b.csv -o - -f csv
allways matrix a.csv --times 0.5 -o - -f csv
allways matrix a.csv --plus 1.5 -o - -f csv
allways matrix a.csv --minus 1 -o - -f csv
allways matrix a.csv --transpose -o - -f csv
# A matrix of a file with several.
allways table sioux_falls --points 1,2 --skim length -o skims.omx -q
allways matrix skims.omx --cost-field length --plus skims.omx --other-name length -o - -f csv
