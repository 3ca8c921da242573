printf "from,to\n1,20\n2,3\n1,5\n" > pairs.csv
allways table sioux_falls --pairs pairs.csv -o - -f csv-long --quiet --skim length
printf '"@8.0001,46.9999","@8.0085,47.0041"\n"@8.0001,46.9999","@0,43"\n' | allways table fixtures/village.osm --pairs - -o - -f csv-long --quiet
