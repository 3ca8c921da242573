allways solve sioux_falls -o table.omx --quiet
allways solve sioux_falls -o city.factor --factor-only --quiet
for a in 1 7 13 20 24; do for b in 2 8 16 21 24; do echo "$a,$b"; done; done > pairs.csv
allways path table.omx --pairs pairs.csv -f csv -o from_table.csv
allways path city.factor --pairs pairs.csv -f csv -o from_factor.csv
cmp from_table.csv from_factor.csv && wc -l < from_factor.csv
