# exit 2
# A field that an arc of the path lacks: its sum is not known, which is not unreachable.
printf 'from,to,time,toll\na,b,5,2\nb,c,5,\nd,d,1,1\n' > net.csv
allways table net.csv --points a,b,c,d --cost time --skim toll -o t.omx --quiet
allways convert t.omx - -f csv-long --unreachable -1 --quiet | head -8
allways convert t.omx t.ortools.json --unreachable 99 --quiet
